#include "services/worker/refine/encoder/memory/memory.h"

/// Versions of memory: where two sides did the same to it, their versions are the same terms or are equal under a simple
/// condition, and nobody has to look at its cells. Versions that differ say nothing.
namespace assay::refine {
namespace {

constexpr unsigned kVersionBits = 32;
constexpr unsigned kWidestVersion = 1024;  ///< of own objects, which grows with every call that may change them

}  // namespace

/// The number of what was done to memory as `key` describes it; the same key has the same number on both sides.
Term Memory::numbered(std::vector<std::uint32_t> key) {
  const auto number = static_cast<std::uint32_t>(shared_.versions.size() + 1);
  return t_.constant(kVersionBits, shared_.versions.try_emplace(std::move(key), number).first->second);
}

Term Memory::first_version() { return t_.zero(kVersionBits); }

/// Something happened to `block`; `key` says what.
void Memory::add_to_version(Term block, std::vector<std::uint32_t> key) {
  if (!is_local(t_, block).is_true()) {
    std::vector<std::uint32_t> full = key;
    full.push_back(state_.version.id());
    state_.version = numbered(std::move(full));
  }
  for (std::size_t i = 0; i < state_.own_versions.size(); ++i) {
    if (t_.eq(block, own_block(i)).is_false()) continue;
    std::vector<std::uint32_t> full = key;
    full.push_back(state_.own_versions[i].id());
    state_.own_versions[i] = numbered(std::move(full));
  }
}

void Memory::version_after(const Node& node) {
  if (node.kind == Node::Kind::Havoc) return version_after_call(node.havoc);
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(node.kind), node.to.block.id(), node.to.offset.id()};
  if (node.length) key.push_back(node.length.id());
  if (node.kind == Node::Kind::Copy) {
    key.insert(key.end(), {node.from.block.id(), node.from.offset.id(), state_.version.id()});
    for (Term version : state_.own_versions) key.push_back(version.id());
  }
  for (const Cell& cell : node.cells) {
    // Uninitialized memory is the same everywhere, though each side has its own variables for it.
    const std::vector<Term>& undef = cell.undef.variables();
    const bool any = undef.size() == 1 && undef[0] == cell.value && cell.poison.is_zero() && cell.is_pointer.is_false();
    key.push_back(any ? ~0u : cell.value.id());
    for (Term part : {cell.poison, cell.tag, cell.is_pointer, cell.pointer, cell.piece}) key.push_back(part.id());
  }
  add_to_version(node.to.block, std::move(key));
}

/// What memory holds after a call is a function of the call's outcome, if equal outcomes imply that both saw the same
/// memory.
void Memory::version_after_call(const Havoc& havoc) {
  bool foreign = !havoc.restricted;
  for (Term only : havoc.only_blocks) foreign = foreign || !is_local(t_, only).is_true();
  if (foreign && havoc.sees_all) {
    const Term mark = t_.shl(t_.constant(kVersionBits, 1), t_.constant(kVersionBits, kVersionBits - 1));
    state_.version = t_.bor(t_.zext(havoc.outcome, kVersionBits), mark);
  } else if (foreign) {
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(Node::Kind::Havoc), state_.version.id(),
                                   havoc.outcome.id()};
    for (Term part : havoc.only_blocks) key.push_back(part.id());
    state_.version = numbered(std::move(key));
  }
  for (std::size_t i = 0; i < state_.own_versions.size(); ++i) {
    const Term changed = changed_by(havoc, own_block(i));
    if (changed.is_false()) continue;
    const Term parts[] = {state_.own_versions[i], havoc.outcome, changed};
    const Term after = t_.concat(parts);
    state_.own_versions[i] = after.width() <= kWidestVersion ? after : numbered({~0u, after.id()});
  }
}

/// The version where paths meet. Versions of different widths are never equal.
Term Memory::merge_versions(Term condition, Term then, Term otherwise) {
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
