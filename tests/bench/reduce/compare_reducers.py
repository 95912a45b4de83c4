#!/usr/bin/env python3
"""assay reduce beside llvm-reduce, with the same test.

  compare_reducers.py ASSAY CASES.tsv [--skip N] [--most N] [--bulk N] [--limit SECONDS] [--llvm-reduce PATH]

A row of CASES.tsv names a file (beside the list), opt's arguments, and the releases that miscompile it. Each file is made larger first, as a hunt's
mutants are: --bulk (12) instructions that its result does not hang on are put before its first one. Both reducers take that text; the test is
`assay check FILE --passes=P --compiler=OPT --quiet` with exit code 1 (the target is wrong), in the newest release that is.

Prints, for each case: instructions of the text, what each leaves and in how many seconds, and SLIP where the result is
miscompiled by other releases than the original: another mistake than the one that was to be reduced. Then medians and sums over the cases that both
reduced. llvm-reduce writes nothing before its end; where --limit (600) comes first ("unfinished"), the last text that the test found interesting counts.
"""
import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

RELEASES = ["14", "15", "16", "19", "22"]
INSTRUCTION = re.compile(r"^\s+(%[-\w.]+ = |store |ret |br |switch |call |tail call |unreachable|fence )")


def opt_of(release):
    return f"/usr/lib/llvm-{release}/bin/opt"


def instructions(text):
    return sum(bool(INSTRUCTION.match(line)) for line in text.splitlines())


def is_wrong(assay, path, passes, release):
    run = subprocess.run([assay, "check", path, f"--passes={passes}", f"--compiler={opt_of(release)}", "--quiet"], capture_output=True)
    return run.returncode == 1


def wrong_in(assay, path, passes):
    return [r for r in RELEASES if os.path.exists(opt_of(r)) and is_wrong(assay, path, passes, r)]


def bulky(text, count):
    """Arithmetic on a new argument, stored to another one, at the start of the first function."""
    lines, added = [], False
    for line in text.splitlines():
        if line.startswith("define ") and not added:
            head = re.match(r"^(define [^@]*@[-\w.\"$]+\()(\)?)", line)
            line = head[1] + "i32 %bulk, ptr %sink" + ("" if head[2] else ", ") + line[head.end(1):]
            lines.append(line)
            body = [f"  %bulk{i} = {('add', 'xor', 'mul')[i % 3]} i32 {'%bulk' if i == 0 else f'%bulk{i - 1}'}, {i + 3}" for i in range(count - 1)]
            body.append(f"  store i32 %bulk{count - 2}, ptr %sink")
            lines.append(("BODY", body))
            added = True
        else:
            lines.append(line)
    result = []
    for i, line in enumerate(lines):
        if not isinstance(line, tuple):
            result.append(line)
            # After the label of the first block, where it has one.
            continue
        rest = lines[i + 1:]
        label = next((k for k, text in enumerate(rest) if isinstance(text, str) and text.strip()), 0)
        if rest and re.match(r"^[-\w.$\"]+:", rest[label]):
            return "\n".join(result + rest[:label + 1] + line[1] + rest[label + 1:]) + "\n"
        result.extend(line[1])
    return "\n".join(result) + "\n"


def with_assay(assay, path, passes, release):
    start = time.time()
    run = subprocess.run([assay, "reduce", path, f"--passes={passes}", f"--compiler={opt_of(release)}"], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else None, run.returncode == 0, time.time() - start


def with_llvm(llvm_reduce, assay, path, passes, release, folder, limit):
    """The text, whether llvm-reduce came to its end, and seconds."""
    test, out, last = (os.path.join(folder, name) for name in ("test.sh", "out.ll", "last.ll"))
    with open(test, "w") as script:
        script.write(f'#!/bin/sh\n"{assay}" check "$1" "--passes={passes}" --compiler={opt_of(release)} --quiet >/dev/null 2>&1\n'
                     f'test $? = 1 || exit 1\ncp "$1" "{last}.new" && mv "{last}.new" "{last}"\n')
    os.chmod(test, 0o755)
    start = time.time()
    run = subprocess.Popen([llvm_reduce, "-j", "1", f"--test={test}", path, "-o", out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           cwd=folder, start_new_session=True)
    try:
        finished = run.wait(timeout=limit) == 0
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        finished = False
    found = out if finished else last
    if not os.path.exists(found):
        return None, False, time.time() - start
    with open(found) as text:
        return text.read(), finished, time.time() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("cases")
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--limit", type=float, default=600)
    parser.add_argument("--bulk", type=int, default=12)
    parser.add_argument("--llvm-reduce", default="/usr/lib/llvm-22/bin/llvm-reduce")
    options = parser.parse_args()
    assay = os.path.abspath(options.assay)
    rows, tried = [], 0
    for line in list(open(options.cases))[options.skip:]:
        file, arguments, _ = (line.rstrip("\n").split("\t") + ["", ""])[:3]
        passes = re.fullmatch(r"--?passes=(\S+)", arguments)
        path = os.path.join(os.path.dirname(options.cases), file)
        if not passes or not os.path.exists(path) or tried >= options.most:
            continue
        tried += 1
        with tempfile.TemporaryDirectory() as folder:
            case = os.path.join(folder, "case.ll")
            with open(path) as original, open(case, "w") as out:
                out.write(bulky(original.read(), options.bulk))
            wrong = wrong_in(assay, case, passes[1])
            if not wrong:
                print(f"{file}: is compiled correctly, or can't be told", flush=True)
                continue
            row = {"before": instructions(open(case).read())}
            words = [os.path.basename(file), f"{row['before']} instructions;"]
            for name, reducer in (("assay", lambda: with_assay(assay, case, passes[1], wrong[-1])),
                                  ("llvm-reduce", lambda: with_llvm(options.llvm_reduce, assay, case, passes[1], wrong[-1], folder, options.limit))):
                text, finished, seconds = reducer()
                if text is None:
                    words.append(f"{name}: none in {seconds:.1f} s;")
                    continue
                reduced = os.path.join(folder, name + ".ll")
                with open(reduced, "w") as out:
                    out.write(text)
                # A culprit may be another pass, whose mistake the given one makes as well.
                culprit = re.search(r"^; pipeline: (\S+)$", text, re.M)
                slip = wrong_in(assay, reduced, culprit[1] if culprit else passes[1]) != wrong
                row[name] = (instructions(text), seconds, slip, finished)
                words.append(f"{name}: {instructions(text)} in {seconds:.1f} s{'' if finished else ' unfinished'}{' SLIP' if slip else ''};")
            print(" ".join(words), flush=True)
            if "assay" in row and "llvm-reduce" in row:
                rows.append(row)
    for name in ("assay", "llvm-reduce"):
        if rows:
            print(f"{name}: {len(rows)} cases, median {statistics.median(r[name][0] for r in rows)} instructions of "
                  f"{statistics.median(r['before'] for r in rows)}, median {statistics.median(r[name][1] for r in rows):.1f} s, "
                  f"{sum(r[name][2] for r in rows)} slips, {sum(not r[name][3] for r in rows)} unfinished; larger than the other in "
                  f"{sum(r[name][0] > r['llvm-reduce' if name == 'assay' else 'assay'][0] for r in rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
