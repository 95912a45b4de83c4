#include "services/worker/hunt/surface.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

#include "services/common/surface.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

enum Feature : unsigned {
  kIntegers,
  kVectors,
  kFloats,
  kPointers,
  kMemory,
  kBranches,
  kLoops,
  kIntrinsics,
  kCalls,
  kAggregates,
  kExceptions
};

void note_type(const llvm::Type& type, unsigned& features) {
  if (type.isVectorTy()) features |= 1u << kVectors;
  if (type.isAggregateType()) features |= 1u << kAggregates;
  const llvm::Type& scalar = *type.getScalarType();
  if (scalar.isIntegerTy()) features |= 1u << kIntegers;
  if (scalar.isFloatingPointTy()) features |= 1u << kFloats;
  if (scalar.isPointerTy()) features |= 1u << kPointers;
}

unsigned features_of(const llvm::Function& function) {
  unsigned features = 0;
  for (const llvm::Argument& argument : function.args()) note_type(*argument.getType(), features);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    note_type(*instruction.getType(), features);
    if (llvm::isa<llvm::IntrinsicInst>(instruction))
      features |= 1u << kIntrinsics;
    else if (llvm::isa<llvm::CallBase>(instruction))
      features |= 1u << kCalls;
    else if (instruction.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(instruction))
      features |= 1u << kMemory;
    if (llvm::isa<llvm::InvokeInst>(instruction) || instruction.isEHPad()) features |= 1u << kExceptions;
    if (instruction.isTerminator() && instruction.getNumSuccessors() > 1) features |= 1u << kBranches;
  }
  if (ir::has_cycle(function)) features |= 1u << kLoops;
  return features;
}

std::vector<std::string> head_of(const std::vector<std::string>& columns) {
  std::vector<std::string> head{"pass"};
  head.insert(head.end(), columns.begin(), columns.end());
  return head;
}

std::string judge_of(const Verdict& verdict) {
  switch (verdict.kind) {
    case VerdictKind::Correct:
    case VerdictKind::Incorrect:
      return name_of(verdict.method);
    case VerdictKind::Unsupported:
      return "unsupported";
    default:
      return "unknown";
  }
}

}  // namespace

const std::vector<std::string>& surface_features() {
  static const std::vector<std::string> all{"integers", "vectors",    "floats", "pointers",   "memory",    "branches",
                                            "loops",    "intrinsics", "calls",  "aggregates", "exceptions"};
  return all;
}

const std::vector<std::string>& surface_judges() {
  static const std::vector<std::string> all{"syntax", "exhaustive", "interpreter", "execution",
                                            "smt",    "unknown",    "unsupported"};
  return all;
}

void count_surface(const llvm::Function& source, const Verdict& verdict, const std::string& pipeline, Counts& surface) {
  const unsigned features = features_of(source);
  const std::string behind = " " + judge_of(verdict) + " " + pipeline;
  for (std::size_t i = 0; i < surface_features().size(); ++i)
    if ((features >> i & 1u) != 0) count_reason(surface, surface_features()[i] + behind);
  const std::string any = SurfaceWord::kAny;
  count_reason(surface, any + behind);
  if (verdict.kind == VerdictKind::Incorrect)
    count_reason(surface, any + " " + SurfaceWord::kIncorrect + " " + pipeline);
}

void count_unchanged(const std::string& pipeline, Counts& surface) {
  count_reason(surface, std::string(SurfaceWord::kAny) + " " + SurfaceWord::kUnchanged + " " + pipeline);
}

std::vector<std::vector<std::string>> surface_by_feature(const Counts& surface) {
  struct Pairs {
    std::uint64_t decided = 0, undecided = 0;
  };
  std::map<std::string, std::map<std::string, Pairs>> by_pass;
  for (const auto& [word, count] : surface) {
    const SurfaceWord cell(word);
    if (cell.feature == SurfaceWord::kAny) continue;
    Pairs& pairs = by_pass[cell.pipeline][cell.feature];
    (cell.is_decided() ? pairs.decided : pairs.undecided) += count;
  }
  std::vector<std::vector<std::string>> table{head_of(surface_features())};
  for (auto& [pass, features] : by_pass) {
    table.push_back({pass});
    for (const std::string& feature : surface_features()) {
      const auto [decided, undecided] = features[feature];
      table.back().push_back(decided + undecided == 0 ? "-"
                             : undecided == 0         ? std::to_string(decided)
                                                      : std::to_string(decided) + "/" + std::to_string(undecided));
    }
  }
  return table;
}

std::vector<std::vector<std::string>> surface_by_judge(const Counts& surface) {
  std::map<std::string, std::map<std::string, std::uint64_t>> by_pass;
  for (const auto& [word, count] : surface) {
    const SurfaceWord cell(word);
    if (cell.feature == SurfaceWord::kAny) continue;
    by_pass[cell.pipeline][cell.judge] += count;
  }
  std::vector<std::vector<std::string>> table{head_of(surface_judges())};
  for (auto& [pass, judges] : by_pass) {
    table.push_back({pass});
    for (const std::string& judge : surface_judges())
      table.back().push_back(judges[judge] == 0 ? "-" : std::to_string(judges[judge]));
  }
  return table;
}

}  // namespace assay::hunt
