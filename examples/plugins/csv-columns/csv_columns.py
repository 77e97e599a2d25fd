"""A plug-in tool in Python: one JSON text on standard input, one on standard output. Needs only the standard library."""

import csv
import io
import json
import sys


def columns(text):
    rows = list(csv.DictReader(io.StringIO(text), strict=True))
    names = next(csv.reader(io.StringIO(text)), [])
    found = {name: [row[name] for row in rows if row.get(name)] for name in names}
    return [
        {"name": name, "values": len(values), "different": len(set(values))} for name, values in found.items()
    ]


asked = json.load(sys.stdin)
try:
    answer = {"ok": True, "output": columns(asked["input"]["csv"])}
except csv.Error as error:
    answer = {"ok": False, "error": f"this is no CSV: {error}"}
json.dump(answer, sys.stdout)
