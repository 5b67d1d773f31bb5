"""Writes the classes of all views from the JSON Schemas in docs/: ``python python/make_views.py [--check]``."""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# What the package returns. What these refer to is written too.
PUZZLES = """Check Clash Clues Common Completion Count Distinction Drill Edit Failure Generated Genre Genres Grade Hint
Marginals Minimised Sample Scene Session Sheet Solutions Status Techniques Text Walkthrough""".split()
EMULSION = "Analysis Match Moves Record Rules Score Solution".split()
# What answers are, which the schema does not say.
ABOUT = {
    "CheckView": "What the rules say of the entries.",
    "ClashView": "Clues that contradict each other.",
    "CluesView": "Which clues could be left out.",
    "CommonView": "What all solutions share.",
    "CompletionView": "A puzzle with further clues.",
    "CountView": "How many solutions there are.",
    "DistinctionView": "Where solutions differ.",
    "DrillView": "Positions to practise a technique on.",
    "EditView": "A puzzle being set.",
    "FailureView": "Why there is no answer.",
    "GeneratedView": "A puzzle that was made, or why none was.",
    "GenresView": "All genres.",
    "GradeView": "How hard a puzzle is.",
    "MarginalsView": "In how many solutions each thing holds.",
    "MinimisedView": "A puzzle without superfluous clues.",
    "RecordView": "A game.",
    "SampleView": "Solutions drawn at random.",
    "SceneView": "What to draw.",
    "SessionView": "A puzzle being played.",
    "SheetView": "Puzzles on pages to print.",
    "SolutionsView": "Solutions of a puzzle.",
    "StatusView": "Whether there is no solution, one, or several.",
    "TechniquesView": "What players call the steps of a genre.",
    "TextView": "A puzzle in another format.",
    "WalkthroughView": "How a puzzle is solved, step by step.",
}
# Fields that the package gives in a better form.
LEFT_OUT = {("GeneratedView", "puzzle")}


class Writer:
    def __init__(self, schema: str, roots: list[str], source: str) -> None:
        self.definitions: dict[str, Any] = json.loads((ROOT / schema).read_text())["$defs"]
        self.roots = roots
        self.head = f'"""What the library answers. Written by make_views.py from {source}; do not edit."""\n'

    def definition(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.definitions.get(f"Document_{name}") or self.definitions[name]
        return found

    def reached(self) -> list[str]:
        names, left = set[str](), list(self.roots)
        while left:
            name = left.pop()
            if name not in names:
                names.add(name)
                left += re.findall(r'"#/\$defs/(?:Document_)?(\w+)"', json.dumps(self.definition(name)))
        return sorted(names)

    def words(self, schema: dict[str, Any]) -> list[str] | None:
        """The words of an enumeration."""
        words = schema.get("enum") or [one.get("const") for one in schema.get("oneOf", [])]
        return words if words and all(isinstance(word, str) for word in words) else None

    def type_of(self, schema: Any) -> tuple[str, str]:
        """The type of a value, and how it is made from JSON."""
        if schema is True:
            return "Any", "frozen"
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name == "Number":
                return "int", "whole"
            target = self.definition(name)
            if self.words(target):
                return name, ""
            if target.get("type") == "object" and "properties" in target:
                return name, f'"{name}"'
            return self.type_of({key: value for key, value in target.items() if key != "$ref"})
        kind = schema.get("type")
        if kind == "array":
            if "prefixItems" in schema:
                return f"tuple[{', '.join(self.type_of(one)[0] for one in schema['prefixItems'])}]", "frozen"
            item, made = self.type_of(schema["items"])
            return f"tuple[{item}, ...]", f"[{made}]" if made.startswith('"') else "frozen"
        if kind == "object" and "additionalProperties" in schema:
            return f"Mapping[str, {self.type_of(schema['additionalProperties'])[0]}]", "mapped"
        plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        return (plain[kind], "") if isinstance(kind, str) and kind in plain else ("Any", "frozen")

    def write(self) -> str:
        names = self.reached()
        words: list[str] = []
        classes: list[str] = []
        for name in names:
            schema = self.definition(name)
            if enumeration := self.words(schema):
                values = ", ".join(f'"{word}"' for word in enumeration)
                words.append(f"{name}: TypeAlias = Literal[{values}]\n{docstring(schema, 0)}")
            elif schema.get("type") == "object" and "properties" in schema:
                classes.append(self.class_of(name, schema))
        imports = (
            "from __future__ import annotations\n\n"
            "from collections.abc import Mapping\nfrom typing import Any, Literal, TypeAlias\n\n"
            "from gridwright._view import Field, View, frozen, mapped, whole\n"
        )
        every = [name for name in names if any(f"class {name}(" in text for text in classes)]
        listed = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in every) + "]\n"
        used = [line for line in imports.splitlines() if line]
        text = "\n".join([self.head, *used, "", listed, "\n".join(words), *classes])
        for name in ("Mapping", "whole", "mapped", "Any"):
            if len(re.findall(rf"\b{name}\b", text)) == 1:
                text = re.sub(rf"from collections\.abc import {name}\n|, \b{name}\b|\b{name}\b, ", "", text, count=1)
        return text

    def class_of(self, name: str, schema: dict[str, Any]) -> str:
        own = self.definitions.get(name, schema)
        about = {"description": ABOUT[name]} if name in ABOUT else own
        lines = [f"\nclass {name}(View):", docstring(about, 4).rstrip(), "", "    __slots__ = ()"]
        required = set(own.get("required", []))
        for key, field in schema["properties"].items():
            if (name, key) in LEFT_OUT:
                continue
            kind, made = self.type_of(field)
            default = ""
            if key == "schema":
                default = ", default=1"
            elif key not in required:
                if kind.startswith("tuple["):
                    default = ", default=()"
                elif kind.startswith("Mapping["):
                    default = ", default={}"
                elif kind == "bool":
                    default = ", default=False"
                elif kind != "Any":
                    kind += " | None"
            made = f", {made}" if made else ""
            doc = json.dumps(sentence(field), ensure_ascii=False)
            key += "_" if keyword.iskeyword(key) else ""
            lines.append(f"    {key}: Field[{kind}] = Field({doc}{made}{default})")
        return "\n".join(lines) + "\n"


def sentence(schema: dict[str, Any]) -> str:
    text = schema.get("description", "").split("\n\n")[0].replace("\n", " ")
    # A link in the documentation of Rust.
    text = re.sub(r"\[(`\w+`)\]", r"\1", text)
    return "The version of the schema." if text == "`SCHEMA`." else text


def docstring(schema: dict[str, Any], indent: int) -> str:
    text = textwrap.fill(f'"""{sentence(schema)}"""', 116 - indent)
    return textwrap.indent(text, " " * indent) + "\n"


def main() -> int:
    views = [name + "View" for name in PUZZLES]
    games = [name + "View" for name in EMULSION]
    files = {
        "views.py": Writer("docs/schema.json", views, "docs/schema.json"),
        "emulsion/views.py": Writer("docs/schema-emulsion.json", games, "docs/schema-emulsion.json"),
    }
    stale: list[str] = []
    for name, writer in files.items():
        path = ROOT / "python/gridwright" / name
        text = writer.write()
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                stale.append(name)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    if stale:
        print(f"run python python/make_views.py: {', '.join(stale)} are not what the schemas say", file=sys.stderr)
    return len(stale)


if __name__ == "__main__":
    sys.exit(main())
