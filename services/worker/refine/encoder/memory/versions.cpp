#include "services/worker/refine/encoder/memory/memory.h"

/// Versions of memory: where two sides did the same to it, their versions are the same terms or are equal under a simple
/// condition, and nobody has to look at its cells. Versions that differ say nothing.
namespace assay::refine {
namespace {

constexpr unsigned kVersionBits = 32;
constexpr unsigned kWidestVersion = 1024;  ///< of own objects, which grows with every call that may change them

}  // namespace

/// The number of what was done, in the words of `key`: the same for both sides.
Term Memory::numbered(std::vector<std::uint32_t> key) {
  const auto number = static_cast<std::uint32_t>(shared_.versions.size() + 1);
  return t_.constant(kVersionBits, shared_.versions.try_emplace(std::move(key), number).first->second);
}

Term Memory::first_version() { return t_.zero(kVersionBits); }

void Memory::add_to_version(bool foreign, bool own, std::vector<std::uint32_t> key) {
  key.insert(key.end(), {state_.version.id(), state_.own_version.id()});
  const Term after = numbered(std::move(key));
  if (foreign) state_.version = after;
  if (own) state_.own_version = after;
}

void Memory::version_after(const Node& node) {
  if (node.kind == Node::Kind::Havoc) return version_after_call(node.havoc);
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(node.kind), node.to.block.id(), node.to.offset.id()};
  if (node.length) key.push_back(node.length.id());
  if (node.kind == Node::Kind::Copy) key.insert(key.end(), {node.from.block.id(), node.from.offset.id()});
  for (const Cell& cell : node.cells) {
    // Uninitialized memory is the same everywhere, though each side has its own variables for it.
    const std::vector<Term>& undef = cell.undef.variables();
    const bool any = undef.size() == 1 && undef[0] == cell.value && cell.poison.is_zero() && cell.is_pointer.is_false();
    key.push_back(any ? ~0u : cell.value.id());
    for (Term part : {cell.poison, cell.tag, cell.is_pointer, cell.pointer, cell.piece}) key.push_back(part.id());
  }
  const Term local = is_local(t_, node.to.block);
  add_to_version(!local.is_true(), !local.is_false(), std::move(key));
}

/// What a call leaves of memory is a function of its outcome, if it was the same call only where it saw the same memory.
void Memory::version_after_call(const Havoc& havoc) {
  bool foreign = !havoc.restricted, own = false;
  for (Term only : havoc.only_blocks) {
    foreign = foreign || !is_local(t_, only).is_true();
    own = own || !is_local(t_, only).is_false();
  }
  for (Term escaped : havoc.escaped) own = own || !escaped.is_false();
  std::vector<std::uint32_t> key{static_cast<std::uint32_t>(Node::Kind::Havoc)};
  if (!havoc.sees_all || !own) {
    const Term mark = t_.shl(t_.constant(kVersionBits, 1), t_.constant(kVersionBits, kVersionBits - 1));
    const Term of_call = t_.bor(t_.zext(havoc.outcome, kVersionBits), mark);
    if (havoc.sees_all) {
      if (foreign) state_.version = of_call;
      return;
    }
    key.push_back(havoc.outcome.id());
    for (Term part : havoc.escaped) key.push_back(part.id());
    for (Term part : havoc.only_blocks) key.push_back(part.id());
    return add_to_version(foreign, own, std::move(key));
  }
  std::vector<Term> parts{state_.own_version, havoc.outcome};
  for (std::size_t i = 0; i < havoc.escaped.size(); ++i) {
    if (havoc.escaped[i].is_false()) continue;
    key.push_back(static_cast<std::uint32_t>(i));
    parts.push_back(havoc.escaped[i]);
  }
  for (Term only : havoc.only_blocks) parts.push_back(only);
  parts.push_back(numbered(std::move(key)));
  const Term own_after = t_.concat(parts);
  const Term mark = t_.shl(t_.constant(kVersionBits, 1), t_.constant(kVersionBits, kVersionBits - 1));
  if (foreign) state_.version = t_.bor(t_.zext(havoc.outcome, kVersionBits), mark);
  state_.own_version = own_after.width() <= kWidestVersion ? own_after : numbered({~0u, own_after.id()});
}

/// Where paths meet. Versions of different widths differ anyway.
Term Memory::merge_versions(Term condition, Term then, Term otherwise) {
  if (then.width() == otherwise.width()) return t_.ite(condition, then, otherwise);
  return numbered({~1u, condition.id(), then.id(), otherwise.id()});
}

Term same_version(Terms& t, const MemoryState& a, const MemoryState& b, bool own_too) {
  const Term same = t.eq(a.version, b.version);
  if (!own_too) return same;
  if (a.own_version.width() != b.own_version.width()) return t.truth(false);
  return t.land(same, t.eq(a.own_version, b.own_version));
}

}  // namespace assay::refine
