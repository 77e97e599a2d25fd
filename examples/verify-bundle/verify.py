"""Verifies what `kelson audit export --format bundle` wrote, with nothing but Python 3.8 or newer:

    python3 verify.py session.jsonl [id of the key that you expect]

Prints one line. Exit code 0: the log is what was signed; 1: it is not; 2: the file cannot be read. The first line of
the file is the head: { kelson, version, session, key: { id, base64 }, head, parents? }; each line after it is { text, seal, body? }.
"""
import base64
import hashlib
import json
import sys


class Bad(Exception):
    pass


# ed25519, RFC 8032, section 5.1; points are (X, Y, Z, T) as in section 5.1.4.
P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, point)
        number, point = number >> 1, add(point, point)
    return total


def point_of(data):
    sign, y = data[31] >> 7, int.from_bytes(data, "little") & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or y >= P or (x == 0 and sign):
        raise Bad("a point of the key or of a signature is none")
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
ORDER = 2**252 + 27742317777372353535851937790883648493


def is_signed(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    try:
        a, b = times(s, BASE), add(point_of(signature[:32]), times(k, point_of(key)))
    except Bad:
        return False
    return s < ORDER and (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8", "replace")).hexdigest()


def fields(value):
    if not isinstance(value, dict):
        raise Bad("it is not a JSON object")
    return value


def parse(text):
    try:
        return fields(json.loads(text))
    except (ValueError, RecursionError):
        raise Bad("it is not a JSON object")


def text_of(value):
    if not isinstance(value, str):
        raise Bad("a text is missing")
    return value


def bytes_of(value):
    try:
        return base64.b64decode(text_of(value))
    except ValueError:
        raise Bad("a text is missing")


def head_is_signed(key, session, head):
    """The text that is signed has the session's id last, as that may be any text."""
    numbers = [str(head.get(name)) for name in ("seq", "count", "seal")]
    message = "\n".join(["kelson log head", "1", *numbers, session]).encode("utf-8", "replace")
    return is_signed(key, message, bytes_of(head.get("signature")))


def owner_of(seq, state):
    """A fork begins with the lines of its parents, each up to a seq."""
    for parent in state["parents"]:
        if seq <= parent.get("seq"):
            return text_of(parent.get("session"))
    return state["session"]


def check_line(seq, line, state):
    """Looks at one line after those before it; `state` is what they lead to."""
    sealed, seal = text_of(line.get("text")), text_of(line.get("seal"))
    if seal != sha256(state["prev"] + "\n" + sealed):
        raise Bad("the line, its seal or the line before it was changed")
    event = parse(sealed)
    if event.get("session") != owner_of(seq, state) or event.get("seq") != seq:
        raise Bad("the line belongs to another place")
    digest = fields(event["body"]).get("digest") if event.get("body") else None
    if line.get("body"):
        body = fields(line["body"])
        if digest != sha256(text_of(body.get("salt")) + "\n" + text_of(body.get("text"))):
            raise Bad("its body was changed")
    elif digest is not None:
        state["gone"][seq] = True
    data = fields(event["data"]) if event.get("data") else {}
    if event.get("type") == "body.erased" and isinstance(data.get("seqs"), list):
        state["erased"] += sum(1 for one in data["seqs"] if isinstance(one, int) and state["gone"].pop(one, False))
    if event.get("type") == "log.signed" and state["key"] and data.get("key") == state["id"]:
        fits = data.get("seq") == seq - 1 and data.get("count") == seq and data.get("seal") == state["prev"]
        if not fits or not head_is_signed(state["key"], event["session"], data):
            raise Bad("the signature is not one over the lines before it")
        state["attested"] = seq
    if state["head"] and state["head"].get("seq") == seq:
        state["head_seal"] = seal
    state["prev"] = seal


def verified(file, expected_key):
    first, *lines = [line for line in file.split("\n") if line.strip()] or [""]
    bundle = parse(first)
    if bundle.get("kelson") != "bundle" or bundle.get("version") != 1:
        raise Bad("it is not a bundle of version 1")
    session = text_of(bundle.get("session"))
    key = bytes_of(fields(bundle["key"]).get("base64")) if bundle.get("key") else None
    key_id = sha256(key)[:16] if key else None
    if expected_key is not None and key_id != expected_key:
        raise Bad("it was signed with key " + str(key_id))
    head = fields(bundle["head"]) if bundle.get("head") else None
    parents = [fields(parent) for parent in bundle.get("parents") or []]
    state = {"session": session, "parents": parents, "key": key, "id": key_id, "head": head}
    state.update(prev=sha256(owner_of(0, state)), head_seal="", attested=0, erased=0, gone={})
    for seq, line in enumerate(lines):
        try:
            check_line(seq, parse(line), state)
        except Bad as error:
            raise Bad(f"line {seq}: {error}")
    for seq in state["gone"]:
        # A parent may have written down an erasure later than it was forked.
        if owner_of(seq, state) != session:
            continue
        raise Bad(f"line {seq}: its body is gone, and no erasure was written down")
    if head:
        if head.get("key") != key_id or not key or not head_is_signed(key, session, head):
            raise Bad("the head: its signature is not one of this key")
        if head.get("seal") != state["head_seal"]:
            raise Bad("the head: the lines up to it are not those that were signed")
        state["attested"] = max(state["attested"], head.get("count"))
    return f"{len(lines)} lines, {state['attested']} attested with key {key_id or 'none'}, {state['erased']} erased"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8", errors="replace", newline="\n") as opened:
            print("ok: " + verified(opened.read(), sys.argv[2] if len(sys.argv) > 2 else None))
    except Bad as error:
        print(f"bad: {error}")
        sys.exit(1)
    except (OSError, IndexError) as error:
        print(f"bad: {error}")
        sys.exit(2)
