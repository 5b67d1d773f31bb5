//! The JSON Schemas of all views, kept in `docs/`.

use gridwright::Limits;
use gridwright::ask::{Question, ask};
use gridwright::view::{
    CheckView, ClashView, CluesView, CommonView, CompletionView, CompletionsView, CountView, DistinctionView,
    Document, DrillView, EditView, FailureView, GeneratedView, GenreView, GenresView, GradeView, HintView,
    Line, ManView, MarginalsView, MinimisedView, PartView, ReportView, SCHEMA, SampleView, SceneChanges,
    SceneView, SessionView, SheetView, SolutionsView, StatusView, TechniquesView, TextView, TraceView,
    WalkthroughView, WelcomeView,
};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};
use std::path::Path;

/// For what is written: a key is required if it is always there.
fn written() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// For what is read: a key that may be left out is not required.
fn read() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_deserialize().into_generator()
}

/// The schemas of questions. All that are about a puzzle share a struct; a key that one of them refuses is not in its schema.
fn questions() -> Map<String, Value> {
    let mut generator = read();
    generator.subschema_for::<Question>();
    let mut definitions = generator.definitions().clone();
    for question in definitions["Question"]["oneOf"].as_array_mut().unwrap() {
        let properties = question["properties"].as_object_mut().unwrap();
        let ask = properties["ask"]["const"].clone();
        if !properties.contains_key("puzzle") {
            continue;
        }
        properties.retain(|key, _| {
            let value = match key.as_str() {
                "from_position" => json!(true),
                "steps" | "memory" => json!(1),
                _ => return true,
            };
            // `genre` and `to` are for the questions that must have them.
            let mut asked = json!({ "ask": ask, "puzzle": "", "to": "native", key: value });
            let read = |asked: &Value| serde_json::from_value::<Question>(asked.clone());
            let question = read(&asked).unwrap_or_else(|_| {
                asked.as_object_mut().unwrap().remove("to");
                read(&asked).unwrap()
            });
            question.check().is_ok()
        });
    }
    definitions
}

/// The questions as a table: their keys, and what they ask for.
fn questions_table() -> String {
    let mut table = "| `ask` | keys | what it asks for |\n|---|---|---|\n".to_string();
    let shared = ["ask", "puzzle", "format", "options"];
    for question in questions()["Question"]["oneOf"].as_array().unwrap() {
        let (properties, required) = (&question["properties"], question["required"].as_array().unwrap());
        let is_about_puzzle = properties.get("puzzle").is_some();
        let own =
            properties.as_object().unwrap().keys().filter(|key| {
                !shared.contains(&key.as_str()) && (!is_about_puzzle || key.as_str() != "genre")
            });
        let keys = own.map(|key| match required.contains(&json!(key)) {
            true => format!("**`{key}`**"),
            false => format!("`{key}`"),
        });
        let keys: Vec<String> = keys.collect();
        let meaning = question["description"].as_str().unwrap().replace("[`", "`").replace("`]", "`");
        let ask = properties["ask"]["const"].as_str().unwrap();
        table += &format!("| `{ask}` | {} | {} |\n", keys.join(", "), meaning.replace('\n', " "));
    }
    table
}

#[test]
fn the_documentation_lists_every_question() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ask.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- questions: written by UPDATE_SCHEMA=1 -->\n", "<!-- end of questions -->");
    let (before, rest) = page.split_once(begin).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    let mut now = format!("{before}{begin}{}{end}{after}", questions_table());
    let mut question = None;
    let lines = now.lines().map(|line| match question.take() {
        Some(asked) => ask(asked, &Limits::default()),
        None => {
            question = Some(line).filter(|line| line.starts_with("{\"ask\""));
            line.to_string()
        }
    });
    now = lines.collect::<Vec<_>>().join("\n") + "\n";
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    assert!(
        page == now || std::env::var_os("UPDATE_SCHEMA").is_some(),
        "docs/ask.md: UPDATE_SCHEMA=1 writes it anew"
    );
}

/// Every view of the puzzles, by name.
fn schema() -> Value {
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
        Document<SheetView>,
        Document<GeneratedView>,
        Document<TextView>,
        Document<TraceView>,
        Document<ReportView>,
        Document<CluesView>,
        Document<MinimisedView>,
        Document<ClashView>,
        Document<DistinctionView>,
        Document<CompletionView>,
        Document<GenreView>,
        Document<TechniquesView>,
        Document<DrillView>,
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
        Document<PartView>,
    );
    let written = without_null(generator.definitions());
    let documents = written.keys().filter(|name| name.starts_with("Document_") || name.starts_with("Line_"));
    let documents: Vec<String> = documents.cloned().collect();
    let mut definitions = written.clone();
    definitions.extend(questions());
    described("Gridwright's views of puzzles", &documents, definitions)
}

/// Every view of the board game, by name.
fn board_game_schema() -> Value {
    use gridwright_emulsion::view::*;
    let mut generator = written();
    let mut documents = Vec::new();
    macro_rules! add {
        ($($view:ty),* $(,)?) => {
            $(
                generator.subschema_for::<$view>();
                documents.push(<$view>::schema_name().into_owned());
            )*
        };
    }
    add!(RulesView, MovesView, ScoreView, PerftView, SolutionView, MatchView, PuzzleView, RecordView);
    add!(SessionView, AnalysisView);
    described("Gridwright's views of Emulsion", &documents, without_null(generator.definitions()))
}

/// A schema that holds every document of which these are the names. Some documents have no key that others lack, so it
/// says "any of", not "one of".
fn described(title: &str, documents: &[String], definitions: Map<String, Value>) -> Value {
    let mut sorted: Vec<_> = definitions.into_iter().collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
    let any: Vec<Value> = documents.iter().map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": format!(
            "What the library, the command and other front ends answer; version {SCHEMA}. \
             A key that has nothing to say is left out; none is null."
        ),
        "anyOf": any,
        "$defs": sorted.into_iter().collect::<Map<String, Value>>(),
    })
}

/// Views leave out what has no value: takes null from the types of keys that are not required.
fn without_null(definitions: &Map<String, Value>) -> Map<String, Value> {
    fn walk(value: &mut Value) {
        if let Some(types) = value.get_mut("type")
            && let Some(list) = types.as_array_mut()
        {
            list.retain(|name| name != "null");
            if let [only] = &list[..] {
                *types = only.clone();
            }
        }
        if let Some(any) = value.get_mut("anyOf").and_then(Value::as_array_mut) {
            any.retain(|of| of["type"] != "null");
            if let [only] = &any[..] {
                let only = only.as_object().unwrap().clone();
                let object = value.as_object_mut().unwrap();
                object.remove("anyOf");
                object.extend(only);
            }
        }
        match value {
            Value::Object(object) => object.values_mut().for_each(walk),
            Value::Array(list) => list.iter_mut().for_each(walk),
            _ => {}
        }
    }
    let mut definitions = Value::Object(definitions.clone());
    walk(&mut definitions);
    match definitions {
        Value::Object(definitions) => definitions,
        _ => unreachable!("it was an object"),
    }
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
