//! The JSON Schemas of all views, kept in `docs/`.

use gridwright::ask::Question;
use gridwright::view::{
    CheckView, ClashView, CluesView, CommonView, CompletionsView, CountView, Document, EditView, FailureView,
    GeneratedView, GenreView, GenresView, GradeView, HintView, Line, ManView, MarginalsView, MinimisedView,
    ReportView, SCHEMA, SampleView, SceneChanges, SceneView, SessionView, SolutionsView, StatusView,
    TechniquesView, TextView, TraceView, WalkthroughView, WelcomeView,
};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Value, json};
use std::path::Path;

/// For what is written: a key that is always there is required, though it may be null.
fn written() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// For what is read: a key that may be left out is not required.
fn read() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_deserialize().into_generator()
}

/// Every view of the puzzles, by name.
fn schema() -> Value {
    let mut questions = read();
    questions.subschema_for::<Question>();
    let mut generator = written();
    macro_rules! add {
        ($($view:ty),* $(,)?) => {
            $(generator.subschema_for::<$view>();)*
        };
    }
    add!(
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
        Document<CluesView>,
        Document<MinimisedView>,
        Document<ClashView>,
        Document<GenreView>,
        Document<TechniquesView>,
        Document<GenresView>,
        Document<WelcomeView>,
        Document<CompletionsView>,
        Document<ManView>,
        Document<SceneView<'static>>,
        Document<SceneChanges>,
        Document<SessionView>,
        Document<EditView>,
        Document<FailureView>,
        Line<StatusView>,
        Line<CountView>,
        Line<GradeView>,
        Line<CommonView>,
        Line<SampleView>,
        Line<WalkthroughView>,
        Line<HintView>,
        Line<CheckView>,
        Line<TextView>,
        Line<FailureView>,
    );
    described("Gridwright's views of puzzles", &[questions, generator])
}

/// Every view of the board game, by name.
fn board_game_schema() -> Value {
    use gridwright_emulsion::view::*;
    let mut generator = written();
    generator.subschema_for::<RulesView>();
    generator.subschema_for::<MovesView>();
    generator.subschema_for::<ScoreView>();
    generator.subschema_for::<PerftView>();
    generator.subschema_for::<SolutionView>();
    generator.subschema_for::<MatchView>();
    generator.subschema_for::<PuzzleView>();
    generator.subschema_for::<RecordView>();
    generator.subschema_for::<SessionView>();
    generator.subschema_for::<AnalysisView>();
    described("Gridwright's views of Emulsion", &[generator])
}

fn described(title: &str, generators: &[SchemaGenerator]) -> Value {
    let mut definitions: Vec<_> =
        generators.iter().flat_map(|generator| generator.definitions().clone()).collect();
    definitions.sort_by(|a, b| a.0.cmp(&b.0));
    let definitions: serde_json::Map<String, Value> = definitions.into_iter().collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": format!("What the library, the command and other front ends answer; version {SCHEMA}."),
        "$defs": definitions,
    })
}

#[test]
fn the_schemas_in_the_documentation_are_those_of_the_views() {
    for (name, schema) in [("schema.json", schema()), ("schema-emulsion.json", board_game_schema())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
        let now = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == now, "docs/{name} is not up to date: UPDATE_SCHEMA=1 writes it anew");
    }
}
