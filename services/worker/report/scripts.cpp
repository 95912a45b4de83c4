#include <algorithm>
#include <cstdlib>

#include "services/worker/codegen/compiler.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/oracles/oracles.h"
#include "services/worker/report/expectations.h"
#include "services/worker/report/report.h"
#include "services/worker/report/words.h"

namespace assay::report {
namespace {

constexpr int kBeforeFixpointCheck = 17;
constexpr int kWithFixpointCheck = 18;

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// A text that is to stand in a comment: on one line.
std::string on_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

const std::string& pipeline_of(const Finding& finding) {
  return finding.reduced_pipeline.empty() ? finding.pipeline : finding.reduced_pipeline;
}

/// Options of passes are given wherever those of pointers are. What may come from anywhere is given to no compiler.
std::string options_line(const std::string& opt_args) {
  if (opt_args.empty()) return "";
  if (optimize::check_opt_args(opt_args))
    return "echo 'its options are none that are given to compilers' >&2; exit 2\n";
  return "pointers=\"$pointers \"" + quoted(opt_args) + "  # options of passes\n";
}

std::string passes_lines(const std::string& pipeline) {
  const std::string before = quoted(optimize::spell_pipeline(pipeline, kBeforeFixpointCheck));
  const std::string since = quoted(optimize::spell_pipeline(pipeline, kWithFixpointCheck));
  if (before == since) return "passes=" + before + "\n";
  return "passes=" + before + "\n[ \"$major\" -lt " + std::to_string(kWithFixpointCheck) + " ] || passes=" + since +
         "\n";
}

std::string head(const Finding& finding) {
  const std::string& pipeline = pipeline_of(finding);
  const std::string major = std::to_string(std::atoi(finding.compiler.version.c_str()));
  return "#!/bin/sh\n"
         "# " +
         on_one_line(std::string(name_of(finding.kind)) + " found in LLVM " + compiler_name(finding.compiler)) +
         "\n"
         "# usage: run.sh [OPT]; else the variable OPT, else an opt of that version on this machine; the variable "
         "ASSAY names assay.\n"
         "# Exit code: 0 it reproduces, 1 it does not, 2 it could not be run, 3 undecided.\n"
         "cd \"$(dirname \"$0\")\" || exit 2\n"
         "version=" +
         quoted(on_one_line(finding.compiler.version)) +
         "\n"
         "opt=${1:-$OPT}\n"
         "for candidate in /usr/lib/llvm-" +
         major + "/bin/opt opt-" + major +
         " opt; do\n"
         "  [ -z \"$opt\" ] || break\n"
         "  \"$candidate\" --version 2> /dev/null | grep -qF \"LLVM version $version\" && opt=$candidate\n"
         "done\n"
         "[ -n \"$opt\" ] || { echo \"no opt of LLVM $version found: give the path of one\" >&2; exit 2; }\n"
         "command -v \"$opt\" > /dev/null || { echo \"$opt: no such program\" >&2; exit 2; }\n"
         "major=$(\"$opt\" --version | sed -n 's/.*LLVM version \\([0-9][0-9]*\\)\\..*/\\1/p' | head -n 1)\n"
         "[ -n \"$major\" ] || { echo \"$opt does not tell its version\" >&2; exit 2; }\n" +
         passes_lines(pipeline) +
         "pointers=\n"
         "[ \"$major\" -gt 14 ] || pointers=-opaque-pointers\n" +
         options_line(finding.question.opt_args) +
         "work=$(mktemp -d) || exit 2\n"
         "trap 'rm -rf \"$work\"' EXIT\n"
         "run() { \"$opt\" $pointers -S -passes=\"$passes\" case.ll -o \"$1\" 2> \"$work/words\"; }\n"
         "survive() {\n"
         "  run \"$1\" && return\n"
         "  status=$?\n"
         "  cat \"$work/words\" >&2\n"
         "  [ $status -le 128 ] || { echo 'undecided: opt crashes'; exit 3; }\n"
         "  exit 2\n"
         "}\n";
}

/// The options of `assay check` that ask the question.
std::string check_options(const Question& question) {
  const Question usual = question_by(AskedBy::Check);
  std::string options;
  const auto add = [&]<class T>(const SettingRow& row, const T& value, const T& unless) {
    if constexpr (std::is_same_v<T, bool>)
      options += value == unless ? "" : " " + std::string(value ? row.flag : row.off);
    else if constexpr (std::is_same_v<T, std::string>)
      options += " " + std::string(row.flag) + "=" + quoted(value);
    else
      options += " " + std::string(row.flag) + "=" + std::to_string(value);
  };
  std::size_t row = 0;
  each_field(
      question,
      [&](const char*, const auto& value, const auto& unless) {
        const bool of_compiler = kSettings[row].name == "opt_args";  // the script gives these to opt
        if ((kSettings[row].offered & kCheck) != 0 && !of_compiler) add(kSettings[row], value, unless);
        ++row;
      },
      usual);
  return options;
}

std::string check_pair(const Question& question) {
  return "survive \"$work/target.ll\"\n\"${ASSAY:-assay}\" check case.ll \"$work/target.ll\"" +
         check_options(question) + R"(
case $? in
  1) echo 'reproduces'; exit 0;;
  0) echo 'does not reproduce: the result is correct'; exit 1;;
  3) echo 'undecided: no verdict on the result'; exit 3;;
  *) exit 2;;
esac
)";
}

/// Seconds, as the hang oracle waits.
std::string hang_limit(const Question& question) {
  return std::to_string(std::max<std::uint64_t>(1, oracles::kPatience * std::uint64_t{question.compile_ms} / 1000));
}

constexpr const char* kExpectCrash = R"(run "$work/target.ll"
status=$?
cat "$work/words" >&2
if [ $status -gt 128 ] || grep -q 'LLVM ERROR' "$work/words"; then echo 'reproduces'; exit 0; fi
[ $status -eq 0 ] || exit 2
echo 'does not reproduce: opt ends well'
exit 1
)";

constexpr const char* kExpectHang =
    R"(timeout "${LIMIT:-$limit}" "$opt" $pointers -S -passes="$passes" case.ll -o "$work/target.ll"
status=$?
if [ $status -eq 124 ]; then echo 'reproduces'; exit 0; fi
[ $status -eq 0 ] || exit 2
echo 'does not reproduce: opt ends in time'
exit 1
)";

constexpr const char* kExpectInvalid = R"(run "$work/target.ll"
status=$?
cat "$work/words" >&2
if grep -q 'Broken .* found' "$work/words"; then echo 'reproduces'; exit 0; fi
[ $status -le 128 ] || { echo 'undecided: opt crashes'; exit 3; }
[ $status -eq 0 ] || exit 2
if "$opt" $pointers -passes=verify -disable-output "$work/target.ll"; then
  echo 'does not reproduce: the result is valid'
  exit 1
fi
echo 'reproduces'
)";

constexpr const char* kExpectDifference = R"(survive "$work/first.ll"
for turn in $(seq $reruns); do
  survive "$work/again.ll"
  if ! cmp -s "$work/first.ll" "$work/again.ll"; then echo 'reproduces'; exit 0; fi
done
echo "does not reproduce: $reruns more runs, one result"
exit 1
)";

// Two outputs have to be compared as code, whatever the debug info left behind: assay does that.
constexpr const char* kExpectVariance = R"("${ASSAY:-assay}" replay . --compiler="$opt" > "$work/words"
status=$?
tail -n 1 "$work/words"
exit $status
)";

std::string body(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::Crash:
      return kExpectCrash;
    case FindingKind::Hang:
      return "limit=" + hang_limit(finding.question) + "\n" + kExpectHang;
    case FindingKind::InvalidIr:
      return kExpectInvalid;
    case FindingKind::Nondeterminism:
      return "reruns=" + std::to_string(oracles::kReruns) + "\n" + kExpectDifference;
    case FindingKind::DebugVariance:
      return kExpectVariance;
    case FindingKind::Miscompile:
      break;
  }
  return check_pair(finding.question);
}

/// Machine code is run in assay's emulator: assay does all of it.
std::string llc_script(const Finding& finding) {
  return "#!/bin/sh\n# " +
         on_one_line(std::string(name_of(finding.kind)) + " found in llc " + compiler_name(finding.compiler)) +
         "\n# usage: run.sh [LLC]; else the llc of that version on this machine; the variable ASSAY names assay.\n"
         "# Exit code: 0 it reproduces, 1 it does not, 2 it could not be run, 3 undecided.\n"
         "cd \"$(dirname \"$0\")\" || exit 2\n"
         "exec \"${ASSAY:-assay}\" replay . ${1:+--compiler=\"llc:$1\"}\n";
}

/// Of code, what is right has no text to compare with: assay judges it.
std::string llc_test(const Finding& finding) {
  const int version = std::atoi(finding.compiler.version.c_str());
  const std::string llc = on_one_line(codegen::command_line(pipeline_of(finding), version, finding.question.opt_args));
  std::string run = "; RUN: " + llc + " %s -o /dev/null";
  if (finding.kind == FindingKind::Hang) run = "; RUN: timeout " + hang_limit(finding.question) + " " + run.substr(7);
  if (finding.kind == FindingKind::Miscompile)
    run = "; NOTE: compiled by " + llc + "\n; RUN: not assay reduce %s --compiler=llc:" + std::to_string(version) +
          " --passes='" + on_one_line(pipeline_of(finding)) + "'";
  return run + "\n\n; " + on_one_line(finding.signature) + "\n; Found in llc " + on_one_line(finding.compiler.version) +
         ".\n\n" + finding.reduced;
}

std::string passes_option(const Finding& finding, const Context& context) {
  const int version = std::atoi(finding.compiler.version.c_str());
  const std::string passes =
      on_one_line(context.passes.empty() ? optimize::spell_pipeline(pipeline_of(finding), version) : context.passes);
  return " -passes=" + (is_one_word(passes) ? passes : quoted(passes));
}

}  // namespace

std::string run_script(const Finding& finding) {
  return is_llc(finding.compiler) ? llc_script(finding) : head(finding) + body(finding);
}

std::string regression_test(const Finding& finding, const Context& context) {
  if (is_llc(finding.compiler)) return llc_test(finding);
  std::string passes = passes_option(finding, context);
  if (!finding.question.opt_args.empty()) passes += " " + on_one_line(finding.question.opt_args);
  const std::string run = "; RUN: opt -S" + passes + " %s";
  std::string text;
  switch (finding.kind) {
    case FindingKind::Miscompile:
      text = "; RUN: opt < %s -S" + passes + " | FileCheck %s\n";
      break;
    case FindingKind::Crash:
      text = run + " -o /dev/null\n";
      break;
    case FindingKind::Hang:
      text = "; RUN: timeout " + hang_limit(finding.question) + " " + run.substr(7) + " -o /dev/null\n";
      break;
    case FindingKind::InvalidIr:
      text = run + " -o %t.ll\n; RUN: opt -passes=verify -disable-output %t.ll\n";
      break;
    case FindingKind::Nondeterminism:
      text = run + " -o %t1.ll\n" + run + " -o %t2.ll\n; RUN: cmp %t1.ll %t2.ll\n";
      break;
    case FindingKind::DebugVariance: {
      // What debug info leaves behind when it is stripped: module flags and named metadata.
      const std::string code = " | grep -v -e '^!' -e '^$' -e '^; ModuleID' >";
      text = "; RUN: opt -S -passes=debugify %s -o %t.debug.ll\n" + run + code +
             " %t1.ll\n; RUN: " + run.substr(7, run.size() - 10) + " %t.debug.ll | opt -S -strip-debug" + code +
             " %t2.ll\n; RUN: cmp %t1.ll %t2.ll\n";
      break;
    }
  }
  text += "\n";
  text += "; " + on_one_line(title_for_issues(finding)) + "\n; Found in LLVM " + on_one_line(finding.compiler.version) +
          ".\n";
  if (finding.kind != FindingKind::Miscompile) return text + "\n" + finding.reduced;
  text += context.right.empty()
              ? "; The checks want the input as it is: no release that was tried compiles it correctly.\n"
              : "; The checks want what LLVM " + on_one_line(context.right_release) + " gives.\n";
  if (context.update_test_checks.empty())
    text += "; They were written without utils/update_test_checks.py, which was not found.\n";
  return text + "\n" + with_expectations(finding.reduced, context.right.empty() ? finding.reduced : context.right);
}

}  // namespace assay::report
