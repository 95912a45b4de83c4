#include "services/worker/check/looks_at_value.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "services/worker/ir/ir.h"

namespace assay::check {
namespace {

/// Which lane or member the instruction takes out, if that is known.
std::string part_of(const llvm::Value& user) {
  if (const auto* lane = llvm::dyn_cast<llvm::ExtractElementInst>(&user))
    return llvm::isa<llvm::Constant>(lane->getIndexOperand()) ? ir::print(*lane->getIndexOperand()) : "";
  const auto* member = llvm::dyn_cast<llvm::ExtractValueInst>(&user);
  if (member == nullptr) return "";
  std::string part;
  for (const unsigned index : member->indices()) part += "." + std::to_string(index);
  return part;
}

/// Where a node's instruction stands; of a parameter, where its function begins.
ExecutedTogether::Place place_of(const ValueAt& at) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(at.value);
  return {at.frame, instruction == nullptr ? &at.frame->body->getEntryBlock() : instruction->getParent()};
}

}  // namespace

bool is_branch(const ValueFlow::Node& end) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(end.at.value);
  return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(end.at.value) ||
         (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::assume);
}

ExecutedTogether::Trees::Trees(const llvm::Function& function) {
  auto& body = const_cast<llvm::Function&>(function);  // the trees change nothing
  before.recalculate(body);
  behind.recalculate(body);
  for (auto component = llvm::scc_begin(&function); !component.isAtEnd(); ++component)
    if (component.hasCycle()) in_cycles.insert(component->begin(), component->end());
}

ExecutedTogether::Trees& ExecutedTogether::trees_of(const llvm::Function& function) {
  std::unique_ptr<Trees>& trees = trees_[&function];
  if (trees == nullptr) trees = std::make_unique<Trees>(function);
  return *trees;
}

bool ExecutedTogether::holds_of(Place first, Place other) {
  const auto goes_out = [](Place& place) { place = {place.first->caller, place.first->call->getParent()}; };
  while (first.first != other.first) {
    if (first.first->depth >= other.first->depth) {
      if (!first.second->isEntryBlock()) return false;
      if (first.first->depth == other.first->depth) goes_out(other);
      goes_out(first);
    } else {
      goes_out(other);
    }
  }
  const Trees& trees = trees_of(*first.first->body);
  return trees.before.dominates(first.second, other.second) || trees.behind.dominates(first.second, other.second);
}

bool ExecutedTogether::is_in_cycle(Place place) {
  for (;;) {
    if (trees_of(*place.first->body).in_cycles.contains(place.second)) return true;
    if (place.first->caller == nullptr) return false;
    place = {place.first->caller, place.first->call->getParent()};
  }
}

Looks LooksAtValue::count(const std::vector<unsigned>& values, unsigned least, Branches which) {
  ways_.resize(flow_.size());
  round_.resize(flow_.size());
  values_ = values;
  std::ranges::sort(values_);
  std::set<std::string> parts;
  for (const unsigned value : values_)
    for (const unsigned user : flow_.node(value).users) parts.insert(part_of(*flow_.node(user).at.value));
  Looks looks;
  for (const std::string& part : parts) count_part(part, least, which, looks);
  return looks;
}

bool LooksAtValue::is_used_in_cycle(unsigned value) {
  const std::vector<bool> computed = flow_.computed_of({value});
  for (unsigned number = 0; number < flow_.size(); ++number)
    if (computed[number] && number != value && executed_.is_in_cycle(place_of(flow_.node(number).at))) return true;
  return false;
}

void LooksAtValue::count_part(const std::string& part, unsigned least, Branches which, Looks& looks) {
  part_ = part;
  put_in_order();
  std::vector<unsigned> branches;
  std::vector<unsigned> ends;
  for (auto number = order_.rbegin(); number != order_.rend(); ++number) {
    ways_[*number] = is_value(*number) ? 1 : ways_to(*number);
    if (!flow_.node(*number).is_end || ways_[*number] == 0) continue;
    if (is_branch(flow_.node(*number))) branches.push_back(*number);
    ends.push_back(*number);
  }
  if (which == Branches::MostSeeing)
    std::ranges::sort(branches, std::greater<>(), [this](unsigned branch) { return ways_[branch]; });
  for (const unsigned end : ends) {
    Look look{.ways = ways_[end]};
    if (look.ways >= least) add_branches(end, branches, which, look);
    Look& most = looks[end];
    most.ways = std::max(most.ways, look.ways);
    most.all_of_branches = std::max(most.all_of_branches, look.all_of_branches);
    most.most_of_branches = std::max(most.most_of_branches, look.most_of_branches);
  }
}

/// Chains may be as long as the function, so that this keeps its own stack.
void LooksAtValue::put_in_order() {
  ++rounds_;
  order_.clear();
  std::vector<std::pair<unsigned, bool>> left;  // true: all behind it stand there
  for (const unsigned value : values_) left.emplace_back(value, false);
  while (!left.empty()) {
    const auto [number, is_done] = left.back();
    left.pop_back();
    if (is_done) {
      order_.push_back(number);
    } else if (round_[number] != rounds_) {
      round_[number] = rounds_;
      ways_[number] = 0;
      left.emplace_back(number, true);
      for (const unsigned user : flow_.node(number).users)
        if (is_seen(user, number)) left.emplace_back(user, false);
    }
  }
}

bool LooksAtValue::is_value(unsigned number) const { return std::ranges::binary_search(values_, number); }

bool LooksAtValue::is_seen(unsigned user, unsigned operand) const {
  if (!is_value(operand)) return true;
  const std::string part = part_of(*flow_.node(user).at.value);
  return part.empty() || part == part_;
}

unsigned LooksAtValue::ways_to(unsigned number) const {
  const ValueFlow::Node& node = flow_.node(number);
  const auto ways_of = [&](unsigned operand) {
    const bool counts = operand != ValueFlow::kNone && round_[operand] == rounds_ && is_seen(number, operand);
    return counts ? ways_[operand] : 0;
  };
  unsigned ways = 0;
  if (node.sees == ValueFlow::Sees::Choice) {
    ways = ways_of(node.operands[0]) + std::max(ways_of(node.operands[1]), ways_of(node.operands[2]));
  } else {
    for (const unsigned operand : node.operands) {
      ways = node.sees == ValueFlow::Sees::One ? std::max(ways, ways_of(operand)) : ways + ways_of(operand);
      ways = std::min(ways, kMostLooks);
    }
  }
  return std::min(ways, kMostLooks);
}

unsigned LooksAtValue::number_of(const ExecutedTogether::Place& place) {
  const auto [known, is_new] = numbers_.try_emplace(place, static_cast<unsigned>(places_.size()));
  if (is_new) {
    places_.push_back(place);
    walk_of_place_.push_back(0);
  }
  return known->second;
}

unsigned LooksAtValue::place_of_node(unsigned number) {
  constexpr unsigned kUnknown = ~0u;
  place_of_node_.resize(flow_.size(), kUnknown);
  unsigned& place = place_of_node_[number];
  if (place == kUnknown) place = number_of(place_of(flow_.node(number).at));
  return place;
}

bool LooksAtValue::are_executed_together(unsigned place, unsigned other) {
  is_together_.resize(places_.size());
  std::vector<signed char>& known = is_together_[place];
  if (known.size() <= other) known.resize(places_.size(), -1);
  if (known[other] < 0) known[other] = executed_.holds_of(places_[place], places_[other]) ? 1 : 0;
  return known[other] != 0;
}

const std::vector<unsigned>& LooksAtValue::places_on_ways_to(unsigned end) {
  ++walks_;
  walk_of_node_.resize(flow_.size(), 0);
  found_.clear();
  left_.assign(1, end);
  const auto meet = [this](unsigned place) {
    if (std::exchange(walk_of_place_[place], walks_) != walks_) found_.push_back(place);
  };
  while (!left_.empty()) {
    const unsigned number = left_.back();
    left_.pop_back();
    if (std::exchange(walk_of_node_[number], walks_) == walks_) continue;
    const ValueFlow::Node& node = flow_.node(number);
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(node.at.value);
    if (phi == nullptr) meet(place_of_node(number));
    for (unsigned i = 0; !is_value(number) && i < node.operands.size(); ++i) {
      const unsigned operand = node.operands[i];
      if (operand == ValueFlow::kNone || round_[operand] != rounds_ || !is_seen(number, operand)) continue;
      left_.push_back(operand);
      for (unsigned edge = 0; phi != nullptr && edge < phi->getNumIncomingValues(); ++edge)
        if (phi->getIncomingValue(edge) == flow_.node(operand).at.value)
          meet(number_of({node.at.frame, phi->getIncomingBlock(edge)}));
    }
  }
  return found_;
}

void LooksAtValue::add_branches(unsigned end, const std::vector<unsigned>& branches, Branches which, Look& look) {
  if (branches.empty()) return;
  constexpr std::size_t kMostQuestions = 10'000;  // where there are more, all branches count
  const std::vector<unsigned>& places = places_on_ways_to(end);
  const bool are_too_many = places.size() * branches.size() > kMostQuestions;
  for (const unsigned branch : branches) {
    const auto is_together = [&](unsigned other) { return are_executed_together(place_of_node(branch), other); };
    if (branch == end || (!are_too_many && std::ranges::none_of(places, is_together))) continue;
    look.all_of_branches = std::min(look.all_of_branches + ways_[branch], kMostLooks);
    look.most_of_branches = std::max(look.most_of_branches, ways_[branch]);
    if (which == Branches::MostSeeing) return;
  }
}

}  // namespace assay::check
