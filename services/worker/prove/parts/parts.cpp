#include "services/worker/prove/parts/parts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <optional>

#include "services/worker/ir/ir.h"
#include "services/worker/normalize/expressions.h"
#include "services/worker/prove/parts/address_pair.h"
#include "services/worker/prove/parts/exposures.h"
#include "services/worker/prove/parts/expression_pair.h"
#include "services/worker/prove/parts/phi_ranges.h"
#include "services/worker/prove/parts/same_operation.h"
#include "services/worker/prove/parts/steps_in_common.h"
#include "services/worker/prove/parts/undef_values.h"

namespace assay::prove {
namespace {

using llvm::Instruction;
using llvm::Value;
using Number = StepsInCommon::Number;

constexpr std::size_t kMostParts = 256;
constexpr std::size_t kMostNarrower = 4;

class Cutter {
 public:
  Cutter(const llvm::Function& source, const llvm::Function& target, const StepsInCommon& common, bool undef,
         const ProvesPart& proves)
      : source_(source),
        common_(common),
        undef_(target, undef),
        parts_(source, target, common),
        ranges_(source, common, undef, parts_, proves),
        facts_(source),
        proves_(proves) {}

  bool run() {
    std::vector<StepsInCommon::Difference> left = common_.differences();
    for (std::size_t i = 0; i < left.size(); ++i) {
      const StepsInCommon::Difference whole = left[i];
      if (is_done(whole)) continue;
      ++turn_;
      const std::vector<StepsInCommon::Difference> narrower = narrowed(whole);
      if (take_apart(narrower.back(), left) || is_done(narrower.back())) continue;
      if (++asked_ > kMostParts) return false;
      const auto proved = std::find_if(narrower.rbegin(), narrower.rend(), [&](const auto& each) {
        return is_the_same_address(each) || is_proved(each) || is_proved_address(each);
      });
      if (proved == narrower.rend()) {
        if (!take_operands_apart(narrower.back(), left)) return false;
        continue;
      }
      if (is_proved_anywhere_) {
        done_.insert(numbers_of(whole));
        done_.insert(numbers_of(*proved));
      }
    }
    return true;
  }

 private:
  std::pair<Number, Number> numbers_of(const StepsInCommon::Difference& difference) const {
    return {common_.number_of(difference.first), common_.number_of(difference.second)};
  }
  bool is_done(const StepsInCommon::Difference& difference) const { return done_.contains(numbers_of(difference)); }

  bool is_one_block() const { return source_.size() == 1; }

  /// May one of the source's choices be taken as this part needs it? Not if it is made once for several rounds or
  /// parts, or before somebody outside answers.
  bool may_choose(const Instruction& instruction) {
    return is_one_block() && !common_.has_calls() && choosing_.try_emplace(&instruction, turn_).first->second == turn_;
  }

  /// Where both compute by one operation that differs in one operand, that operand may be all that differs. The whole,
  /// and what is left of it when that is looked at again and again.
  std::vector<StepsInCommon::Difference> narrowed(const StepsInCommon::Difference& whole) {
    std::vector<StepsInCommon::Difference> all{whole};
    while (all.size() <= kMostNarrower) {
      const StepsInCommon::Difference difference = all.back();
      const auto* a = llvm::dyn_cast<Instruction>(difference.first);
      const auto* b = llvm::dyn_cast<Instruction>(difference.second);
      if (a == nullptr || b == nullptr || !normalize::is_expression(*a) || !normalize::is_expression(*b) ||
          !is_same_operation(*a, *b))
        break;
      std::optional<StepsInCommon::Difference> only;
      for (unsigned i = 0; i < a->getNumOperands(); ++i) {
        const Value *one = common_.plain(a->getOperand(i)), *other = common_.plain(b->getOperand(i));
        if (llvm::isa<llvm::Function>(one) || common_.number_of(one) == common_.number_of(other)) continue;
        const StepsInCommon::Difference here{one, other, difference.place};
        if (only && *only != here) return all;
        only = here;
      }
      if (!only || (normalize::is_choosing(*a) && !may_choose(*a))) break;
      all.push_back(*only);
    }
    return all;
  }

  /// Of records, of which one value is set in both: the value, and the rest.
  bool take_apart(const StepsInCommon::Difference& difference, std::vector<StepsInCommon::Difference>& parts) {
    const auto* a = llvm::dyn_cast<llvm::InsertValueInst>(difference.first);
    const auto* b = llvm::dyn_cast<llvm::InsertValueInst>(difference.second);
    if (a == nullptr || b == nullptr || a->getIndices() != b->getIndices() || a->getType() != b->getType())
      return false;
    for (unsigned i = 0; i < 2; ++i) {
      const Value *one = common_.plain(a->getOperand(i)), *other = common_.plain(b->getOperand(i));
      if (common_.number_of(one) != common_.number_of(other)) parts.push_back({one, other, difference.place});
    }
    return true;
  }

  /// Of one operation: what it makes of refined operands refines what it makes of the others, also where each operand
  /// picks a member of an undef value by itself.
  bool take_operands_apart(const StepsInCommon::Difference& difference,
                           std::vector<StepsInCommon::Difference>& parts) const {
    const auto* a = llvm::dyn_cast<Instruction>(difference.first);
    const auto* b = llvm::dyn_cast<Instruction>(difference.second);
    if (a == nullptr || b == nullptr || !normalize::is_expression(*a) || normalize::is_choosing(*a) ||
        !is_same_operation(*a, *b))
      return false;
    bool has_parts = false;
    for (unsigned i = 0; i < a->getNumOperands(); ++i) {
      const Value *one = common_.plain(a->getOperand(i)), *other = common_.plain(b->getOperand(i));
      if (llvm::isa<llvm::Function>(one) || common_.number_of(one) == common_.number_of(other)) continue;
      const StepsInCommon::Difference part{one, other, difference.place};
      if (!llvm::is_contained(parts, part)) parts.push_back(part);
      has_parts = true;
    }
    return has_parts;
  }

  /// An input that may be undef has as many values as there are ways to it: the source can follow one.
  bool picks_once(ExpressionCutter::Roots roots, const Expression& side) {
    llvm::DenseMap<const Value*, unsigned> ways;
    for (const Value* root : roots) ++ways[common_.plain(root)];
    for (auto instruction = side.order.rbegin(); instruction != side.order.rend(); ++instruction) {
      const unsigned mine = llvm::isa<llvm::FreezeInst>(*instruction) ? 1 : ways.lookup(*instruction);
      for (const Value* operand : (*instruction)->operand_values()) {
        const Value* value = common_.plain(operand);
        ways[value] = std::min(ways.lookup(value) + mine, 2u);
      }
    }
    return std::all_of(side.inputs.begin(), side.inputs.end(),
                       [&](const auto& input) { return ways.lookup(input.first) < 2 || !undef_.may_be(*input.first); });
  }

  std::optional<ExpressionPair> part_of(const StepsInCommon::Difference& difference, bool deep) {
    const auto choose = [this](const Instruction& instruction) { return may_choose(instruction); };
    std::optional<ExpressionPair> part = parts_.cut(difference, deep, choose);
    if (!part || !picks_once(difference.second, part->target)) return std::nullopt;
    return part;
  }
  std::optional<ExpressionPair> part_of(const AddressPair& pair, bool deep) {
    const auto choose = [this](const Instruction& instruction) { return may_choose(instruction); };
    const std::vector<const Value*> indices = pair.target_indices();
    std::optional<ExpressionPair> part = parts_.cut(pair.source_indices(), indices, deep, choose);
    if (!part || !picks_once(indices, part->target)) return std::nullopt;
    return part;
  }

  /// First with what both compute as inputs, then with what that is computed of, then with what is known of phis and of
  /// the way to where the values are used.
  bool is_proved(const StepsInCommon::Difference& difference) {
    return is_proved(difference, ExpressionCutter::values_of(difference), difference.place);
  }
  bool is_proved_address(const StepsInCommon::Difference& difference) {
    const auto pair = AddressPair::of(difference, common_, source_.getDataLayout());
    return pair && is_proved(*pair, pair->sums(), difference.place);
  }
  template <class Compared>
  bool is_proved(const Compared& compared, const Results& results, const PathPlace& place) {
    is_proved_anywhere_ = true;
    const std::optional<ExpressionPair> part = part_of(compared, false);
    if (part && parts_.is_proved(*part, {}, results, proves_)) return true;
    const std::optional<ExpressionPair> deep = part_of(compared, true);
    if (!deep) return false;
    const bool is_deeper = !part || deep->source.order.size() + deep->target.order.size() >
                                        part->source.order.size() + part->target.order.size();
    if (is_deeper && parts_.is_proved(*deep, {}, results, proves_)) return true;
    const Ranges& ranges = ranges_.all();
    const bool helps = std::any_of(deep->inputs.begin(), deep->inputs.end(),
                                   [&](const Value* input) { return ranges.contains(common_.number_of(input)); });
    if (helps && parts_.is_proved(*deep, ranges, results, proves_)) return true;
    is_proved_anywhere_ = false;
    ExpressionPair there = *deep;
    return parts_.add_facts(there, facts_.at(place)) && parts_.is_proved(there, ranges, results, proves_);
  }

  /// Two geps of which the target's only promises more, which holds: offsets that are not negative and do not make the
  /// address wrap as signed numbers (nusw) do not make it wrap as unsigned ones (nuw).
  bool is_the_same_address(const StepsInCommon::Difference& difference) {
    const auto* before = llvm::dyn_cast<llvm::GetElementPtrInst>(difference.first);
    const auto* after = llvm::dyn_cast<llvm::GetElementPtrInst>(difference.second);
    if (before == nullptr || after == nullptr || before->getSourceElementType() != after->getSourceElementType() ||
        before->getNumOperands() != after->getNumOperands() || before->getType() != after->getType() ||
        before->getType()->isVectorTy())
      return false;
    for (unsigned i = 0; i < before->getNumOperands(); ++i)
      if (common_.number_of(before->getOperand(i)) != common_.number_of(after->getOperand(i))) return false;
    const llvm::GEPNoWrapFlags old = before->getNoWrapFlags(), now = after->getNoWrapFlags();
    if ((now.isInBounds() && !old.isInBounds()) || (now.hasNoUnsignedSignedWrap() && !old.hasNoUnsignedSignedWrap()))
      return false;
    if (!now.hasNoUnsignedWrap() || old.hasNoUnsignedWrap()) return true;
    return old.hasNoUnsignedSignedWrap() &&
           std::all_of(before->idx_begin(), before->idx_end(),
                       [&](const llvm::Use& index) { return ranges_.is_not_negative(*common_.plain(index)); });
  }

  const llvm::Function& source_;
  const StepsInCommon& common_;
  UndefValues undef_;
  ExpressionCutter parts_;
  PhiRanges ranges_;
  PathFacts facts_;
  const ProvesPart& proves_;
  llvm::DenseSet<std::pair<Number, Number>> done_;  ///< proved wherever they are used
  std::size_t asked_ = 0;
  bool is_proved_anywhere_ = true;                         ///< the last one, without facts of its place
  unsigned turn_ = 0;                                      ///< which of the differences
  llvm::DenseMap<const Instruction*, unsigned> choosing_;  ///< of the source, and for which difference
};

}  // namespace

bool is_proved_by_parts(const llvm::Function& source, const llvm::Function& target, bool undef,
                        const ProvesPart& proves) {
  if (&source.getContext() != &target.getContext()) return false;
  using Exposes = StepsInCommon::Exposes;
  auto exposes = Exposes::InStep;
  for (const bool assume : {true, false}) {
    auto common = std::make_optional<StepsInCommon>(source, target, assume, exposes);
    if (!common->holds() && exposes == Exposes::InStep && has_exposures(source) && has_exposures(target))
      common.emplace(source, target, assume, exposes = Exposes::Sooner);
    if (!common->holds()) return false;
    if (Cutter(source, target, *common, undef, proves).run()) return true;
    if (!common->has_assumed()) return false;
  }
  return false;
}

bool is_proved_by_parts(normalize::NormalPair& pair, bool other_forms, bool undef, const ProvesPart& proves) {
  const auto is_proved = [&] {
    return ir::same_text(pair.source(), pair.target()) ||
           is_proved_by_parts(pair.source(), pair.target(), undef, proves);
  };
  if (is_proved()) return true;
  if (!other_forms) return false;
  pair.bring_to_rounds();
  if (is_proved()) return true;
  constexpr unsigned kForms[] = {normalize::Form::Stores, normalize::Form::Stores | normalize::Form::Loads};
  return llvm::any_of(kForms, [&](unsigned forms) {
    const normalize::NormalPair::Own shaped = pair.in_one_shape(forms);
    return shaped.source != nullptr && is_proved_by_parts(*shaped.source, *shaped.target, undef, proves);
  });
}

}  // namespace assay::prove
