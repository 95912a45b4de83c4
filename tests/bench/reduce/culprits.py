#!/usr/bin/env python3
"""Is the pass that assay blames the one that is wrong?

  culprits.py ASSAY CASES.tsv [--around 'early-cse,PASS,dce'] [--only TEXT]
  culprits.py ASSAY --db FILE [--most N]

A row of CASES.tsv names a file (beside the list), opt's arguments with -passes=P, and the releases that miscompile it. `assay reduce` is given P between other
passes, in the newest release that is wrong then, and names a culprit. With --db the miscompiles of a hunt are taken instead.

Each culprit is confirmed by other means than those that found it:
  alone    `assay check` of the reduced case with the culprit (or the passes that are named) as the only pass is "incorrect"
  without  `assay check` of the original with the pipeline spelled out (opt -print-pipeline-passes) and all culprits cut from it is not
Prints a line for each, and the shares.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

RELEASES = ["22", "19", "16", "15", "14"]


def opt_of(release):
    return f"/usr/lib/llvm-{release}/bin/opt"


def is_wrong(assay, text, passes, opt):
    """Exit code of assay check: 1 is incorrect."""
    with tempfile.NamedTemporaryFile("w", suffix=".ll") as case:
        case.write(text)
        case.flush()
        run = subprocess.run([assay, "check", case.name, f"--passes={passes}", f"--compiler={opt}", "--quiet"], capture_output=True)
    return run.returncode == 1


def spelled(opt, pipeline):
    """The pipeline as opt spells it; itself where the release does not tell."""
    run = subprocess.run([opt, f"-passes={pipeline}", "-print-pipeline-passes", "-disable-output", os.devnull], capture_output=True, text=True)
    return run.stdout.strip() or pipeline


def without(pipeline, passes):
    for name in passes:
        # instcombine, instcombine<…>, but not aggressive-instcombine; adaptors that hold nothing else go, too.
        pipeline = re.sub(r"(?<![\w-])%s(?:<[^<>]*>)?(?=[,)]|$)" % re.escape(name), "", pipeline)
        for _ in range(5):
            pipeline = re.sub(r",(?=[,)])|(?<=\()," r"|^,|,$", "", pipeline)
            pipeline = re.sub(r"(?<![\w-])[\w-]+(?:<[^<>]*>)?\(\)", "", pipeline)
    return pipeline


def judge(assay, finding, wanted=None):
    opt = finding["compiler"]["path"]
    culprits = [p for p in (finding["culprit"] or "").split(",") if p]
    alone = bool(culprits) and is_wrong(assay, finding["reduced"], finding["reduced_pipeline"], opt)
    named = all(re.search(r"(?<![\w-])%s(?![\w-])" % re.escape(p), finding["reduced_pipeline"]) for p in culprits)
    rest = without(spelled(opt, finding["pipeline"]), culprits)
    cut = bool(culprits) and not is_wrong(assay, finding["original"], rest, opt)
    right = wanted is None or wanted in culprits
    return {"alone": alone and named, "without": cut, "right": right, "culprit": ",".join(culprits) or "?"}


def from_list(options):
    for line in open(options.cases):
        file, arguments, _ = (line.rstrip("\n").split("\t") + ["", ""])[:3]
        name = re.search(r"--?passes=([\w-]+)", arguments)
        path = os.path.join(os.path.dirname(options.cases), file)
        if not name or not os.path.exists(path) or options.only not in file:
            continue
        chain = options.around.replace("PASS", name[1])
        for release in RELEASES:
            if not os.path.exists(opt_of(release)) or not is_wrong(options.assay, open(path).read(), chain, opt_of(release)):
                continue
            run = subprocess.run([options.assay, "reduce", path, f"--passes={chain}", f"--compiler={opt_of(release)}", "--json"], capture_output=True, text=True)
            if run.returncode == 0:
                yield f"{file} {release}", json.loads(run.stdout), name[1]
                if options.keep:
                    with open(os.path.join(options.keep, os.path.basename(file) + ".json"), "w") as out:
                        out.write(run.stdout)
            break
        else:
            print(f"{file}: nothing is wrong in the chain, or it can't be told", flush=True)


def from_database(options):
    def ask(*words):
        return json.loads(subprocess.run([options.assay, *words, "--db", options.db, "--json"], capture_output=True, text=True).stdout)

    seen = 0
    for bug in ask("bugs", "--all", "--kind=miscompile")["bugs"]:
        for finding in ask("findings", bug["id"])["findings"]:
            if seen < options.most:
                seen += 1
                yield finding.get("id", bug["id"])[:12], finding, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("cases", nargs="?")
    parser.add_argument("--around", default="early-cse,PASS,dce")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", default="", help="folder for the findings as JSON")
    parser.add_argument("--db", default="")
    parser.add_argument("--most", type=int, default=30)
    options = parser.parse_args()
    options.assay = os.path.abspath(options.assay)
    total, counts = 0, {"alone": 0, "without": 0, "right": 0}
    for name, finding, wanted in from_database(options) if options.db else from_list(options):
        result = judge(options.assay, finding, wanted)
        total += 1
        for key in counts:
            counts[key] += result[key]
        print(f"{name}: {result['culprit']}", *(f"NOT {key}" for key in counts if not result[key]), *([f"wanted {wanted}"] if wanted else []), flush=True)
    print(f"{total} culprits: {counts['alone']} fail alone, without {counts['without']} nothing fails"
          + ("" if options.db else f", {counts['right']} are the pass of the list"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
