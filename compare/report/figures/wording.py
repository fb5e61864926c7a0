"""Numbers as the figures print them."""

import math

MINUS = "\N{MINUS SIGN}"

def share_of(e) -> str:
    return "undefined" if math.isnan(e.value) else f"{100 * e.value:.1f}"

def share(e) -> str:
    if math.isnan(e.value):
        return "undefined"
    if math.isnan(e.low + e.high):
        return f"{share_of(e)} [undefined]"
    return f"{share_of(e)} [{100 * e.low:.1f}, {100 * e.high:.1f}]"

def part(e) -> str:
    return "" if math.isnan(e.k) else f"{e.k:,.0f}/{e.n:,}"

def points_of(e) -> str:
    return "undefined" if math.isnan(e.value) else f"{100 * e.value:+.1f}".replace("-", MINUS)

def points(e) -> str:
    if math.isnan(e.value):
        return "undefined"
    if math.isnan(e.low + e.high):
        return f"{points_of(e)} [undefined]"
    return f"{points_of(e)} [{100 * e.low:+.1f}, {100 * e.high:+.1f}]".replace("-", MINUS)

def percent(v): return f"{100*v:.1f}"

def p(v: float) -> str:
    if math.isnan(v): return "undefined"
    if v < .001: return "< .001"
    return "1" if v > .995 else f"{v:.2g}".lstrip("0")

def p_equals(v):
    t = p(v)
    return "p " + (t if t[0] == "<" else "= " + t)

def level(v):
    return f"{round(100 * v, 6):g} %"

def count(n):
    return f"{n:,.0f}"

def method(name): return name.capitalize()
