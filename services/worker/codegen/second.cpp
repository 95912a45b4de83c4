#include "services/worker/codegen/second.h"

#include "services/worker/codegen/trial.h"

namespace assay::codegen {

using Kind = Judged::Kind;

bool wants_second(const Judged& judged) { return judged.kind == Kind::Differs || judged.reason == kUnknownInstruction; }

Judged joined(Judged first, Judged second) {
  const bool is_told = second.kind == Kind::Agrees || second.kind == Kind::Differs;
  if (first.kind != Kind::Differs) return is_told ? second : first;
  if (second.kind == Kind::Differs) first.emulators += ", " + second.emulators;
  // One that leaves more open may leave out the input that counts.
  if (second.kind != Kind::Agrees || second.open > first.open) return first;
  first.kind = Kind::NotJudged;
  first.reason = "the emulators differ";
  first.detail = "the second one does what it may";
  first.emulators.clear();
  first.counterexample.reset();
  return first;
}

}  // namespace assay::codegen
