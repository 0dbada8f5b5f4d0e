#!/usr/bin/env python3
"""Writes src/math/coefficients.h: minimax polynomials and split constants of the elementary functions.

Each polynomial p(z) approximates g(z) on [lo, hi] so that max |w(z) (p(z) - g(z))| is smallest (Remez exchange),
where the weight w turns the error of p into the relative error of the function built from it.
Needs mpmath. Usage: tools/minimax.py | clang-format > src/math/coefficients.h
"""
import sys

import mpmath as mp

mp.mp.prec = 400


def remez(g, w, lo, hi, degree, rounds=30):
    """Coefficients of the best p of the degree, lowest first, and its weighted error."""
    n = degree + 2
    xs = [(lo + hi) / 2 - (hi - lo) / 2 * mp.cos(mp.pi * (i + mp.mpf(1) / 2) / n) for i in range(n)]
    grid = [lo + (hi - lo) * (1 - mp.cos(mp.pi * i / (60 * n))) / 2 for i in range(60 * n + 1)]
    grid = [x for x in grid if w(x) != 0]
    g_grid = [g(x) for x in grid]
    w_grid = [w(x) for x in grid]
    for _ in range(rounds):
        rows = [[x**j for j in range(degree + 1)] + [(-1) ** i / w(x)] for i, x in enumerate(xs)]
        sol = mp.lu_solve(mp.matrix(rows), mp.matrix([g(x) for x in xs]))
        c = [sol[j] for j in range(degree + 1)]
        err = [wv * (mp.polyval(c[::-1], x) - gv) for x, gv, wv in zip(grid, g_grid, w_grid)]
        # one extremum per run of equal sign
        peaks, best = [], 0
        for i in range(1, len(err)):
            if (err[i] > 0) != (err[best] > 0):
                peaks.append(best)
                best = i
            elif abs(err[i]) > abs(err[best]):
                best = i
        peaks.append(best)
        while len(peaks) > n:
            peaks.pop(0 if abs(err[peaks[0]]) < abs(err[peaks[-1]]) else -1)
        if len(peaks) < n:
            break
        new = [grid[i] for i in peaks]
        top, low = max(abs(err[i]) for i in peaks), min(abs(err[i]) for i in peaks)
        xs = new
        if top < low * mp.mpf("1.0005"):
            break
    return c, max(abs(e) for e in err)


def series(f, terms):
    """The Taylor polynomial sum f(i) z^i as a function (exact enough at small z, where quotients would cancel)."""
    c = [f(i) for i in range(terms)]
    return lambda z: mp.polyval(c[::-1], z)


def to_float(x):
    """The nearest binary32 number, rounded once."""
    return mp_round(x, 24)


def mp_round(x, bits):
    with mp.workprec(bits):
        return +mp.mpf(x)


SIN = series(lambda i: (-1) ** (i + 1) / mp.factorial(2 * i + 3), 30)  # (sin r / r - 1) / r^2, z = r^2
COS = series(lambda i: (-1) ** i / mp.factorial(2 * i + 4), 30)  # (cos r - 1 + r^2 / 2) / r^4
EXP = series(lambda i: 1 / mp.factorial(i + 2), 60)  # (exp r - 1 - r) / r^2
LOG = series(lambda i: mp.mpf(2) / (2 * i + 3), 60)  # (2 atanh s / s - 2) / s^2, z = s^2
LOG_TAIL = series(lambda i: mp.mpf(2) / (2 * i + 5), 60)  # the same without its first term
ATAN = series(lambda i: (-1) ** (i + 1) / mp.mpf(2 * i + 3), 200)  # (atan t / t - 1) / t^2
ASIN = series(lambda i: mp.binomial(2 * i + 2, i + 1) / mp.mpf(4) ** (i + 1) / (2 * i + 3), 250)  # (asin x / x - 1) / x^2

QUARTER = (mp.pi / 4 * mp.mpf("1.0001")) ** 2
HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.0001")
S_MAX = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mp.mpf("1.0001")
T_MAX = mp.tan(mp.pi / 8) ** 2 * mp.mpf("1.0001")


def sqrt_ratio(f):
    """z -> z sqrt(z) / f(sqrt(z)), the weight of a correction of relative size z."""
    return lambda z: z * mp.sqrt(z) / f(mp.sqrt(z)) if z else mp.mpf(0)


POLYNOMIALS = [
    # name, comment, g, weight, lo, hi, degree for double, degree for float
    ("SinPoly", "sin r = r + r^3 p(r^2), |r| <= pi/4", SIN, sqrt_ratio(mp.sin), mp.mpf(0), QUARTER, 5, 2),
    ("CosPoly", "cos r = 1 - r^2/2 + r^4 p(r^2), |r| <= pi/4", COS, lambda z: z * z / mp.cos(mp.sqrt(z)), mp.mpf(0), QUARTER, 5, 2),
    ("ExpPoly", "exp r = 1 + r + r^2 p(r), |r| <= ln(2)/2", EXP, lambda r: (r * r + mp.mpf(1) / 100) * mp.exp(-r), -HALF_LN2, HALF_LN2, 9, 4),
    ("LogPoly", "2 atanh s = 2 s + s^3 p(s^2), s = f/(2+f), 1+f in [sqrt(1/2), sqrt(2)]", LOG, lambda z: z, mp.mpf(0), S_MAX, 6, 2),
    ("LogTailPoly", "2 atanh s = 2 s + 2/3 s^3 + s^5 p(s^2), the same s", LOG_TAIL, lambda z: z * z, mp.mpf(0), S_MAX, 7, 3),
    ("AtanPoly", "atan t = t + t^3 p(t^2), |t| <= tan(pi/8)", ATAN, sqrt_ratio(mp.atan), mp.mpf(0), T_MAX, 10, 4),
    ("AsinPoly", "asin x = x + x^3 p(x^2), |x| <= 1/2", ASIN, sqrt_ratio(mp.asin), mp.mpf(0), mp.mpf(1) / 4, 12, 5),
]


def literal(x, bits):
    x = mp_round(x, bits)
    text = repr(float(x)) if bits == 53 else "%.9g" % float(x)
    if not any(ch in text for ch in ".en"):
        text += ".0"
    return text + ("f" if bits == 24 else "")


def split(x, bits, widths):
    """Parts of x of the given widths in bits, each rounded to nearest; their sum is x."""
    parts = []
    for width in widths:
        with mp.workprec(width):
            part = +x
        parts.append(part)
        x = x - part
    return parts


def emit_polynomials(out):
    for name, comment, g, w, lo, hi, degree_double, degree_float in POLYNOMIALS:
        out.append(f"// {comment}.")
        out.append("template <class S>\nstruct %s;" % name)
        for kind, bits, degree in (("double", 53, degree_double), ("float", 24, degree_float)):
            c, error = remez(g, w, lo, hi, degree)
            print(f"{name} {kind}: relative error 2^{float(mp.log(error, 2)):.1f}", file=sys.stderr)
            body = ", ".join(literal(v, bits) for v in c)
            out.append("template <>\nstruct %s<%s> {\n  static constexpr %s c[] = {%s};\n};" % (name, kind, kind, body))
        out.append("")


def emit_constants(out):
    out.append("// Numbers split into parts whose sum is the number; kLn20 and kQuarterPi0 have spare bits at their\n// end, so that an exponent times the first and 3 times the second are exact.")
    out.append("template <class S>\nstruct Constants;")
    for kind, bits in (("double", 53), ("float", 24)):
        half_pi = split(mp.pi / 2, bits, [bits] * 3)
        quarter = split(mp.pi / 4, bits, [bits - 2, bits])
        ln2 = split(mp.log(2), bits, [bits - (11 if bits == 53 else 8), bits])  # times an exponent, exact
        third = split(mp.mpf(2) / 3, bits, [bits] * 2)
        lines = [("kTwoOverPi", [2 / mp.pi]), ("kHalfPi", half_pi), ("kQuarterPi", quarter), ("kLog2E", [1 / mp.log(2)]), ("kLn2", ln2), ("kTwoThirds", third)]
        out.append("template <>\nstruct Constants<%s> {" % kind)
        for name, parts in lines:
            for i, part in enumerate(parts):
                suffix = str(i) if len(parts) > 1 else ""
                out.append(f"  static constexpr {kind} {name}{suffix} = {literal(part, bits)};")
        out.append("};")
    out.append("")
    # bits of 2/pi, after one word of zeros: 1024 for the largest exponent, 192 for the product, 64 to spare
    words = 21
    big = int(mp.floor(2 / mp.pi * mp.mpf(2) ** (64 * words)))
    out.append("// The bits of 2/pi: word i has weight 2^(-64 i).")
    out.append("struct TwoOverPiBits {")
    values = ["0x%016x" % ((big >> (64 * (words - 1 - i))) & (2**64 - 1)) for i in range(words)]
    out.append("  static THEW_HD std::uint64_t word(int i) {\n    constexpr std::uint64_t words[] = {0, %s};\n    return words[i];\n  }\n};" % ", ".join(values))


def main():
    mp.mp.prec = 1600
    out = ["#pragma once", "", "// Written by tools/minimax.py, which says how each number was found. Do not edit.", "", "#include <cstdint>", "", "#include \"math/scalar.h\"", "", "namespace thew::math::detail {", ""]
    constants = []
    emit_constants(constants)
    mp.mp.prec = 400
    emit_polynomials(out)
    out += constants
    out += ["", "}  // namespace thew::math::detail"]
    print("\n".join(out))


if __name__ == "__main__":
    main()
