#include "services/worker/refine/encoder/approximation.h"

#include <algorithm>

namespace assay::refine {

std::string_view text_of(Cause cause) {
  switch (cause) {
    case Cause::BodyOfCallee:
      return "the body of a function called";
    case Cause::Reallocation:
      return "a function that reallocates";
    case Cause::LibraryArguments:
      return "what a library function asks of its arguments";
    case Cause::LibraryResult:
      return "what a library function gives";
    case Cause::FortifiedRead:
      return "what a fortified function reads";
    case Cause::UnknownIntrinsic:
      return "the intrinsic";
    case Cause::LibraryAllocation:
      return "what is in memory that a library function has allocated";
    case Cause::LibraryExchange:
      return "the library functions that are exchanged";
    case Cause::VarArgTypes:
      return "variable arguments that are taken as other types";
    case Cause::SharedVaList:
      return "a va_list that others see";
    case Cause::ObjectSize:
      return "what llvm.objectsize may answer";
    case Cause::FastMath:
      return "what fast-math flags permit";
    case Cause::CalleePromises:
      return "what a function called promises of its arguments";
    case Cause::InitializedBytes:
      return "bytes that are going to be initialized";
    case Cause::BlockAddresses:
      return "the addresses of blocks";
    case Cause::ChangedInitializer:
      return "a variable with another initializer";
    case Cause::ConstantContents:
      return "the contents of a constant";
    case Cause::PassedObject:
      return "which of its own objects a function passes on";
    case Cause::RepeatedCall:
      return "which of a function's calls is the same";
    case Cause::SourcePlacement:
      return "where the source places its own objects";
    case Cause::NullObject:
      return "which address spaces have an object at address zero";
    case Cause::CopiedPadding:
      return "the padding that is copied";
    case Cause::InvariantLoads:
      return "whether the source changes memory that an !invariant.load has read";
    case Cause::ReturnedArgument:
      return "a function that returns something else than its returned argument";
    case Cause::PointerOfInteger:
      return "what a pointer made of an integer may access";
    case Cause::PointerWidths:
      return "pointers of several widths";
    case Cause::PairedAllocations:
      return "which allocations belong together";
    case Cause::StoredPointer:
      return "what a stored pointer may access";
  }
  return "";
}

void Approximations::add(Cause cause, std::string subject) {
  const auto is_same = [&](const Approximation& a) {
    return a.cause == cause && a.condition.is_true() && a.subject == subject;
  };
  if (std::any_of(list_.begin(), list_.end(), is_same)) return;
  list_.push_back({cause, terms_.truth(true), std::move(subject)});
}

void Approximations::add_where(smt::Term condition, Cause cause) {
  if (!condition.is_false()) list_.push_back({cause, condition, {}});
}

bool Approximations::hold_always() const {
  return std::any_of(list_.begin(), list_.end(), [](const Approximation& a) { return a.condition.is_true(); });
}

std::string Approximations::told_in(const smt::Model& model) const {
  std::vector<std::string> told;
  for (const Approximation& a : list_) {
    std::string text(text_of(a.cause));
    if (!a.subject.empty()) text += " " + a.subject;
    if (std::find(told.begin(), told.end(), text) != told.end()) continue;
    if (smt::evaluate(terms_, a.condition, model).isOne()) told.push_back(std::move(text));
  }
  std::string all;
  for (std::size_t i = 0; i < told.size(); ++i) all += (i == 0 ? "" : i + 1 == told.size() ? " and " : ", ") + told[i];
  return all;
}

}  // namespace assay::refine
