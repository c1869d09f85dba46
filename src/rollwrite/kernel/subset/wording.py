"""The sentences for what no rule may contain, each with what to write instead."""

from __future__ import annotations

import ast

_RAISES = "rules raise nothing: leave what is not allowed out of `legal`"
_INSIDE = "write it at the top of the file, with @rule above it"
_ALLOCATES = "rules allocate nothing: give the record or the workspace a field for it"
_LOOP = "rules allocate nothing: write a `for` loop"
_TEXT = "rules know only whole numbers: name a constant"

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Raise: f"raises an exception, but {_RAISES}",
    ast.Assert: f"has an `assert`, but {_RAISES}",
    ast.Try: f"has a `try`, but {_RAISES}",
    ast.TryStar: f"has a `try`, but {_RAISES}",
    ast.With: "has a `with`: rules have nothing to open or close",
    ast.AsyncWith: "has a `with`: rules have nothing to open or close",
    ast.AsyncFor: "has an `async for`: write a plain `for`",
    ast.Await: "awaits something: rules run from start to end",
    ast.Yield: "yields: a rule returns once, and fills an array that it is given",
    ast.YieldFrom: "yields: a rule returns once, and fills an array that it is given",
    ast.FunctionDef: f"defines a function inside: {_INSIDE}",
    ast.AsyncFunctionDef: f"defines a function inside: {_INSIDE}",
    ast.Lambda: f"has a `lambda`: {_INSIDE}",
    ast.ClassDef: "defines a class inside: declare records at the top of the file",
    ast.Global: "has a `global`: constants stay as they are; what changes is a field of the state",
    ast.Nonlocal: "has a `nonlocal`: pass the value to a rule, and return it",
    ast.Delete: "has a `del`: leave it out",
    ast.Import: "imports inside: import at the top of the file",
    ast.ImportFrom: "imports inside: import at the top of the file",
    ast.NamedExpr: "has a `:=`: assign on a line of its own",
    ast.List: f"makes a list, but {_ALLOCATES}",
    ast.Set: f"makes a set, but {_ALLOCATES}",
    ast.Dict: f"makes a dict, but {_ALLOCATES}",
    ast.ListComp: f"has a comprehension, but {_LOOP}",
    ast.SetComp: f"has a comprehension, but {_LOOP}",
    ast.DictComp: f"has a comprehension, but {_LOOP}",
    ast.GeneratorExp: f"has a generator expression, but {_LOOP}",
    ast.JoinedStr: f"has a string, but {_TEXT}",
    ast.Starred: "has a `*`: name the values one by one",
    ast.Slice: "takes a slice, which copies in plain Python and not in compiled code: write a loop",
}

CONSTANTS: dict[type[object], str] = {
    str: f"has the string {{value!r}}, but {_TEXT}",
    bytes: f"has the string {{value!r}}, but {_TEXT}",
    float: "has {value!r}, which is no whole number: count in a smaller unit, such as hundredths",
    complex: "has {value!r}, which is no whole number",
    type(None): "has None as a value: use a number that is not needed otherwise, such as -1",
    type(...): "has `...` as a value",
}

# What may be called besides rules: Numba has it, and it allocates nothing.
BUILTINS = {
    "range", "len", "abs", "min", "max", "sum", "int", "bool", "divmod", "pow", "round",
    "enumerate", "zip",
}  # fmt: skip
ONLY_RULES = ", which is no rule: rules call only rules, and a few builtins"
INSTEAD = {  # after "calls `print`"
    "print": ", which crashes compiled code: use a debugger, for rules also run as plain Python",
    "any": ": write a `for` loop that returns",
    "all": ": write a `for` loop that returns",
    "reversed": ": write `range(last, first - 1, -1)`",
    "float": ", but rules know only whole numbers",
    "str": ", but rules know only whole numbers",
    "isinstance": ", but every value in a rule has one type: leave it out",
    "type": ", but every value in a rule has one type: leave it out",
    "getattr": ": name the field",
    "setattr": ": name the field",
    "hasattr": ", but all records of a class have the same fields: leave it out",
    **dict.fromkeys(
        ("list", "dict", "set", "tuple", "frozenset", "bytearray"), f", but {_ALLOCATES}"
    ),
    **dict.fromkeys(("sorted", "map", "filter", "iter", "next"), f", but {_LOOP}"),
}
NEW_RECORD = f", but {_ALLOCATES}"
METHODS = {
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "index", "count",
    "copy", "keys", "values", "items", "get", "add", "update", "discard", "join", "format",
    "split", "store", "load", "setdefault", "bit_count", "bit_length", "_replace", "_asdict",
}  # fmt: skip
