//! The JSON Schema of all views, kept in `docs/schema.json`.

use gridwright::ask::Question;
use gridwright::view::{
    CheckView, CommonView, CountView, Document, FailureView, GeneratedView, GenreView, GradeView, HintView,
    Line, MarginalsView, ReportView, SCHEMA, SampleView, SceneChanges, SceneView, SessionView, SolutionsView,
    StatusView, TextView, TraceView, WalkthroughView,
};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use std::path::Path;

/// Every view of the puzzles, by name.
fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    macro_rules! add {
        ($($view:ty),* $(,)?) => {
            $(generator.subschema_for::<$view>();)*
        };
    }
    add!(
        Question,
        Document<StatusView>,
        Document<SolutionsView>,
        Document<CountView>,
        Document<MarginalsView>,
        Document<SampleView>,
        Document<CommonView>,
        Document<CheckView>,
        Document<HintView>,
        Document<WalkthroughView>,
        Document<GradeView>,
        Document<GeneratedView>,
        Document<TextView>,
        Document<TraceView>,
        Document<ReportView>,
        Document<GenreView>,
        Document<SceneView<'static>>,
        Document<SceneChanges>,
        Document<SessionView>,
        Document<FailureView>,
        Line<StatusView>,
        Line<CountView>,
        Line<GradeView>,
        Line<CheckView>,
        Line<TextView>,
        Line<FailureView>,
    );
    let definitions: serde_json::Map<String, Value> = {
        let mut sorted: Vec<_> = generator.definitions().clone().into_iter().collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        sorted.into_iter().collect()
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Gridwright's views",
        "description": format!("What the library, the command and other front ends answer; version {SCHEMA}."),
        "$defs": definitions,
    })
}

#[test]
fn the_schema_in_the_documentation_is_that_of_the_views() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    let now = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/schema.json is not up to date: UPDATE_SCHEMA=1 writes it anew");
}
