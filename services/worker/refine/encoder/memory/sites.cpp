#include "services/worker/refine/encoder/memory/sites.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>

#include "services/worker/refine/encoder/library.h"
#include "services/worker/refine/encoder/memory/setup.h"

namespace assay::refine {
namespace {

using semantics::Function;
using semantics::Instruction;
using semantics::Op;

/// An instruction that allocates.
struct Site {
  const Instruction* instruction;
  std::string name;
  bool is_heap;
  std::uint64_t element_size;  ///< of the stack: that of the elements allocated; else 0
  std::string asked;           ///< of the heap: the function called, and constants that it is given
  std::uint64_t align;
  bool taken = false;
};

bool same_kind(const Site& a, const Site& b) { return a.is_heap == b.is_heap && a.element_size == b.element_size; }

std::string asked_of_heap(const Function& f, const Instruction& i) {
  const semantics::CallSite& site = f.calls[i.detail];
  std::string asked = site.callee == nullptr ? "" : site.callee->getName().str();
  for (const llvm::Use& argument : site.call->args()) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(argument);
    asked += number == nullptr ? " ?" : " " + std::to_string(number->getLimitedValue());
  }
  return asked;
}

std::uint64_t heap_alignment(const Function& f, const Instruction& i) {
  const semantics::CallSite& site = f.calls[i.detail];
  const std::optional<unsigned> number = site.facts.allocation.align_argument;
  if (!number && known_call(f, i) != KnownCall::None) return 16;
  const std::size_t skipped = site.callee == nullptr ? 1 : 0;
  if (!number || *number + skipped >= f.operands_of(i).size()) return 1;
  const auto* asked = llvm::dyn_cast<llvm::ConstantInt>(site.call->getArgOperand(*number));
  return asked != nullptr && asked->getValue().isPowerOf2() ? asked->getLimitedValue(std::uint64_t{1} << 32) : 1;
}

void add_sites(const Function& f, std::vector<Site>& sites) {
  for (const Instruction& i : f.instructions) {
    const bool stack = i.op == Op::Alloca;
    if (!stack && !allocates(f, i)) continue;
    Site site{&i,
              "",
              !stack,
              stack ? f.allocations[i.detail].element_size : 0,
              stack ? "" : asked_of_heap(f, i),
              stack ? f.allocations[i.detail].align : heap_alignment(f, i)};
    if (i.origin != nullptr && i.origin->hasName()) site.name = i.origin->getName().str();
    sites.push_back(std::move(site));
  }
}

std::vector<Site> sites_of(const std::vector<const Function*>& side) {
  std::vector<Site> sites;
  for (const Function* f : side) add_sites(*f, sites);
  return sites;
}

void name_site(SharedMemory& shared, Site& site, const std::string& key, bool of_target) {
  site.taken = true;
  shared.sites[site.instruction] = key;
  std::uint64_t& align = shared.site_alignment[key];
  align = std::max(align, site.align);
  if (of_target) shared.target_alignment[key] = site.align;
}

}  // namespace

void pair_allocations(SharedMemory& shared, const std::vector<const Function*>& of_source,
                      const std::vector<const Function*>& of_target) {
  std::vector<Site> source = sites_of(of_source), target = sites_of(of_target);
  unsigned number = 0;
  const auto pair = [&](auto same) {
    for (Site& s : source)
      for (Site& d : target)
        if (!s.taken && !d.taken && same(s, d)) {
          const std::string key = "own" + std::to_string(number++);
          name_site(shared, s, key, false);
          name_site(shared, d, key, true);
        }
  };
  pair([](const Site& s, const Site& d) { return !s.name.empty() && s.name == d.name && same_kind(s, d); });
  pair([](const Site& s, const Site& d) { return same_kind(s, d) && s.asked == d.asked; });
  pair(same_kind);
  for (auto* list : {&source, &target})
    for (Site& site : *list) {
      if (site.taken) continue;
      shared.has_unpaired |= site.is_heap;
      name_site(shared, site, "own" + std::to_string(number++), list == &target);
    }
}

}  // namespace assay::refine
