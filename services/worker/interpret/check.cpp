#include <algorithm>

#include "services/worker/interpret/calls/calls.h"
#include "services/worker/interpret/duel.h"
#include "services/worker/interpret/inputs/inputs.h"
#include "services/worker/interpret/sample.h"
#include "services/worker/interpret/values/mathematics.h"
#include "services/worker/semantics/gained_promises.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Function;

CheckResult refuse(std::string feature) {
  CheckResult result;
  result.kind = CheckResult::Kind::Unsupported;
  result.detail = std::move(feature);
  return result;
}

/// What keeps two functions from being compared at all.
std::optional<std::string> refusal(const Function& source, const Function& target) {
  if (auto difference = mismatch(source, target)) return difference;
  // LLVM gives a library function's definition the attributes that it knows of the name.
  if (source.origin != nullptr && semantics::is_library_function(*source.origin))
    return "definition of the library function " + source.name;
  return std::nullopt;
}

constexpr unsigned kWidestLane = 24;
/// Instructions that the choices of one input may execute where all inputs together may execute fewer.
constexpr std::uint64_t kMostOfOneInput = 1u << 18;

/// All values of one lane: patterns that keep the argument's promises, then poison and undef. Patterns that break them
/// are poison and so are covered by it, or out of the precondition.
std::vector<InputLane> values_of(const ArgumentLane& lane, const CheckOptions& options) {
  std::vector<InputLane> values;
  const unsigned width = lane.type.bits;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << width; ++bits) {
    APInt pattern(width, bits);
    if (lane.allows(pattern)) values.push_back(InputLane::of(std::move(pattern)));
  }
  if (lane.promises->noundef) return values;
  if (options.poison_input) values.push_back(InputLane::poison());
  if (options.undef_input) values.push_back(InputLane::undef());
  return values;
}

/// All inputs of a function that sees nothing but its arguments, one after the other.
class AllInputs {
 public:
  AllInputs(const Function& function, const CheckOptions& options) : lanes_(argument_lanes(function)) {
    input_.arguments.resize(function.arguments.size());
    for (const ArgumentLane& lane : lanes_) {
      values_.push_back(values_of(lane, options));
      if (!values_.back().empty()) input_.arguments[lane.argument].push_back(values_.back().front());
    }
    index_.resize(lanes_.size(), 0);
  }
  /// Has some lane no value at all?
  bool none() const {
    return std::any_of(values_.begin(), values_.end(), [](const auto& values) { return values.empty(); });
  }
  const Input& current() const { return input_; }
  /// To the next input, the first lane first; false after the last.
  bool advance() {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      index_[i] = index_[i] + 1 < values_[i].size() ? index_[i] + 1 : 0;
      input_.arguments[lanes_[i].argument][lanes_[i].lane] = values_[i][index_[i]];
      if (index_[i] != 0) return true;
    }
    return false;
  }

 private:
  std::vector<ArgumentLane> lanes_;
  std::vector<std::vector<InputLane>> values_;  ///< per lane
  std::vector<std::size_t> index_;              ///< of each lane's value now
  Input input_;
};

bool fits(const Function& function, const Input& input) {
  if (input.arguments.size() != function.arguments.size()) return false;
  for (std::size_t i = 0; i < input.arguments.size(); ++i)
    if (input.arguments[i].size() != function.arguments[i].value.count) return false;
  return true;
}

}  // namespace

std::uint64_t input_count(const Function& function, const CheckOptions& options, std::uint64_t limit) {
  std::uint64_t count = 1;
  for (const ArgumentLane& lane : argument_lanes(function)) {
    if (lane.type.bits > kWidestLane) return limit;
    std::uint64_t values = std::uint64_t{1} << lane.type.bits;
    if (!lane.promises->noundef) values += (options.poison_input ? 1 : 0) + (options.undef_input ? 1 : 0);
    if (values > limit / count) return limit;
    count *= values;
  }
  return std::min(count, limit);
}

std::optional<CheckResult> check_exhaustively(const Function& source, const Function& target,
                                              const CheckOptions& options) {
  if (auto reason = refusal(source, target)) return refuse(*reason);
  if (!is_closed(source) || !is_closed(target)) return std::nullopt;
  const bool has_text = source.origin != nullptr && target.origin != nullptr;
  if (has_text &&
      !semantics::unchecked_gain(*source.origin, *target.origin, &semantics::FollowedBy::interpreter).empty())
    return std::nullopt;
  const std::uint64_t size = source.instructions.size() + target.instructions.size();
  if (input_count(source, options, options.budget) * std::max<std::uint64_t>(size, 1) >= options.budget)
    return std::nullopt;
  AllInputs inputs(source, options);
  if (inputs.none()) {
    // No value keeps the argument's promises: the function can't be called.
    CheckResult vacuous;
    vacuous.kind = CheckResult::Kind::Proved;
    return vacuous;
  }
  Duel duel(source, target, options);
  duel.bound_choices(std::max(options.budget, kMostOfOneInput));
  do {
    if (!duel.try_input(inputs.current())) return duel.result();
    if (duel.result().executed > options.budget) return std::nullopt;
  } while (inputs.advance());
  CheckResult result = duel.result();
  if (result.kind == CheckResult::Kind::Passed) result.kind = CheckResult::Kind::Proved;
  return result;
}

std::vector<Input> sample(const Function& function, const CheckOptions& options) {
  std::vector<Input> inputs;
  if (!is_closed(function)) return inputs;
  InputSampler sampler(function, function, nullptr, options);
  for (std::uint64_t i = 0; i < options.samples; ++i) inputs.push_back(sampler.next());
  return inputs;
}

CheckResult check_sampled(const Function& source, const Function& target, const CheckOptions& options) {
  if (auto reason = refusal(source, target)) return refuse(*reason);
  const RealMathematics real(options.real_functions);
  Duel duel(source, target, options, /*must_refute=*/true);
  InputSampler sampler(source, target, duel.environment(), options);
  for (std::uint64_t i = 0; i < options.samples && duel.work() <= options.budget; ++i)
    if (!duel.try_input(sampler.next())) break;
  return duel.result();
}

CheckResult check_input(const Function& source, const Function& target, const Input& input,
                        const CheckOptions& options) {
  if (auto reason = refusal(source, target)) return refuse(*reason);
  if (!fits(source, input)) return refuse("input of another shape");
  const RealMathematics real(options.real_functions);
  Duel duel(source, target, options);
  duel.bound_choices(options.budget);
  duel.try_input(input);
  return duel.result();
}

}  // namespace assay::interpret
