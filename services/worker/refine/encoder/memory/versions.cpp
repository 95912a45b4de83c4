#include "services/worker/refine/encoder/memory/versions.h"

namespace assay::refine {
namespace {

constexpr unsigned kVersionBits = 32;
constexpr unsigned kWidestVersion = 1024;  ///< of own objects, which grows with every call that may change them

}  // namespace

/// The number of what was done to memory as `key` describes it; the same key has the same number on both sides.
Term Versions::numbered(std::vector<std::uint32_t> key) {
  const auto number = static_cast<std::uint32_t>(shared_.versions.size() + 1);
  return t_.constant(kVersionBits, shared_.versions.try_emplace(std::move(key), number).first->second);
}

Term Versions::first() const { return t_.zero(kVersionBits); }

Term Versions::of_new(unsigned number, const Object& object) {
  return t_.concat(numbered({~2u, number, object.size.id()}), object.alive);
}

void Versions::change(MemoryState& state, Term block, std::vector<std::uint32_t> key) {
  if (!is_local(t_, block).is_true()) {
    std::vector<std::uint32_t> full = key;
    full.push_back(state.version.id());
    state.version = numbered(std::move(full));
  }
  for (std::size_t i = 0; i < state.own_versions.size(); ++i) {
    if (t_.eq(block, own_block(t_, i)).is_false()) continue;
    std::vector<std::uint32_t> full = key;
    full.push_back(state.own_versions[i].id());
    state.own_versions[i] = numbered(std::move(full));
  }
}

void Versions::write(MemoryState& state, const StoreNode& node) {
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(node.kind), node.to.block.id(), node.to.offset.id()};
  if (node.length) key.push_back(node.length.id());
  if (node.kind == StoreNode::Kind::Copy) {
    key.insert(key.end(), {node.from.block.id(), node.from.offset.id(), state.version.id()});
    for (Term version : state.own_versions) key.push_back(version.id());
  }
  for (const Cell& cell : node.cells) {
    // Uninitialized memory is the same everywhere, though each side has its own variables for it.
    const std::vector<Term>& undef = cell.undef.variables();
    const bool any = undef.size() == 1 && undef[0] == cell.value && cell.poison.is_zero() &&
                     cell.is_pointer.is_false() && cell.uneven.is_false();
    key.push_back(any ? ~0u : cell.value.id());
    for (Term part : {cell.poison, cell.tag, cell.is_pointer, cell.pointer, cell.piece, cell.uneven})
      key.push_back(part.id());
  }
  change(state, node.to.block, std::move(key));
}

void Versions::call(MemoryState& state, const Havoc& havoc, const std::function<Term(Term)>& changed_by) {
  bool foreign = !havoc.restricted;
  for (Term only : havoc.only_blocks) foreign = foreign || !is_local(t_, only).is_true();
  if (foreign && havoc.sees_all) {
    const Term mark = t_.shl(t_.constant(kVersionBits, 1), t_.constant(kVersionBits, kVersionBits - 1));
    state.version = t_.bor(t_.zext(havoc.outcome, kVersionBits), mark);
  } else if (foreign) {
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(StoreNode::Kind::Havoc), state.version.id(),
                                   havoc.outcome.id()};
    for (Term part : havoc.only_blocks) key.push_back(part.id());
    state.version = numbered(std::move(key));
  }
  for (std::size_t i = 0; i < state.own_versions.size(); ++i) {
    const Term changed = changed_by(own_block(t_, i));
    if (changed.is_false()) continue;
    const Term parts[] = {state.own_versions[i], havoc.outcome, changed};
    const Term after = t_.concat(parts);
    state.own_versions[i] = after.width() <= kWidestVersion ? after : numbered({~0u, after.id()});
  }
}

Term Versions::merge(Term condition, Term then, Term otherwise) {
  if (then.width() == otherwise.width()) return t_.ite(condition, then, otherwise);
  return numbered({~1u, condition.id(), then.id(), otherwise.id()});
}

Term same_version(Terms& t, const MemoryState& a, const MemoryState& b, const std::vector<Term>& own) {
  Term same = t.eq(a.version, b.version);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].is_false()) continue;
    const bool known = i < a.own_versions.size() && i < b.own_versions.size() &&
                       a.own_versions[i].width() == b.own_versions[i].width();
    same = t.land(same, t.lor(t.lnot(own[i]), known ? t.eq(a.own_versions[i], b.own_versions[i]) : t.truth(false)));
  }
  return same;
}

}  // namespace assay::refine
