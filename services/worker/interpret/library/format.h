#pragma once

#include <optional>
#include <string>

#include "services/worker/interpret/calls/calls.h"

/// What printf and its kin make of their arguments.
namespace assay::interpret {

/// Where the arguments behind a format come from: the call itself, or a va_list in memory.
class FormatArguments {
 public:
  /// Those of the call from number `first` on.
  FormatArguments(Machine& machine, const CallArguments& call, std::size_t first)
      : machine_(machine), call_(call), next_(first) {}
  /// Those of a va_list.
  FormatArguments(Machine& machine, const CallArguments& call, const Lane& list)
      : machine_(machine), call_(call), list_(&list) {}

  /// The next argument, of one of these kinds; nothing if the run ended.
  std::optional<Lane> integer(unsigned bits);
  std::optional<Lane> number(semantics::FloatFormat format);
  std::optional<Lane> pointer();
  /// What was wrong with the last one: "argument 3 is a double, not a ptr"; or empty.
  const std::string& problem() const { return problem_; }

 private:
  std::optional<Lane> next(const semantics::LaneType& type);
  Machine& machine_;
  const CallArguments& call_;
  std::size_t next_ = 0;
  const Lane* list_ = nullptr;
  std::string problem_;
};

/// The text of a format with its arguments; nothing if the run ended, which it does for conversions that are not known.
std::optional<std::string> format_text(Machine& machine, const CallArguments& call, const std::string& format,
                                       FormatArguments& arguments);

}  // namespace assay::interpret
