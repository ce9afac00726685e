# SPDX-License-Identifier: GPL-2.0-only
"""Checks that the JSON schema and the reader judge the same documents alike.

Usage: schema-check.py SCHEMA CASES
CASES is a JSON array of {"name", "valid", "document"}, where valid is the reader's verdict.
Prints each disagreement; exit status 1 if there is one.
"""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        cases = json.load(file)
    validator_class = jsonschema.Draft202012Validator
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    wrong = 0
    for case in cases:
        error = jsonschema.exceptions.best_match(validator.iter_errors(case["document"]))
        if (error is None) != case["valid"]:
            wrong += 1
            said = "accepts it" if error is None else "says: " + error.message[:200]
            print(f"{case['name']}: reader {'accepts' if case['valid'] else 'refuses'}, schema {said}")
    print(f"{len(cases)} documents, {wrong} disagreements")
    return 1 if wrong or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
