#include <llvm/IR/GlobalVariable.h>

#include "services/worker/ir/type_tags.h"
#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/memory.h"

/// The store chain: writing adds a node, reading walks the nodes.
namespace assay::refine {
namespace {

constexpr std::uint64_t kExpanded = 64;  ///< copies and fills of so many cells become plain writes

}  // namespace

Memory::Memory(Machine& machine, SharedMemory& shared)
    : machine_(machine),
      t_(machine.terms()),
      shared_(shared),
      versions_(t_, shared),
      known_(*this, t_),
      objects_(machine, shared, state_, versions_),
      cells_(machine, shared.shape) {
  nodes_.emplace_back();
  for (const Object& object : shared.objects) {
    state_.alive.push_back(object.alive);
    state_.given.push_back(t_.truth(!object.hidden));
  }
  state_.external = same_everywhere(t_.zero(kWorldBits));
  state_.version = versions_.first();
}

void Memory::push(StoreNode node) {
  if (node.kind == StoreNode::Kind::Havoc)
    versions_.call(state_, node.havoc, [&](Term block) { return changed_by(node.havoc, block); });
  else
    versions_.write(state_, node);
  node.next = state_.contents;
  nodes_.push_back(std::move(node));
  state_.contents = static_cast<std::uint32_t>(nodes_.size() - 1);
}

void Memory::write(const Pointer& to, std::vector<Cell> cells, const llvm::MDNode* type) {
  if (cells.empty()) return;
  StoreNode node;
  node.kind = StoreNode::Kind::Write;
  node.to = to;
  node.cells = std::move(cells);
  node.type = type;
  has_types_ |= type != nullptr;
  push(std::move(node));
}

void Memory::fill(const Pointer& to, Term length, Cell cell) {
  const std::uint64_t g = shape().cell_bytes;
  if (length.is_constant() && length.value().ule(kExpanded * g)) {
    std::vector<Cell> cells;
    for (std::uint64_t i = 0; i < length.value().getZExtValue(); i += g) cells.push_back(cells_.refresh(cell));
    return write(to, std::move(cells));
  }
  StoreNode node;
  node.kind = StoreNode::Kind::Fill;
  node.to = to;
  node.length = length;
  node.cells = {std::move(cell)};
  push(std::move(node));
}

void Memory::copy(const Pointer& to, const Pointer& from, Term length) {
  const std::uint64_t g = shape().cell_bytes;
  if (length.is_constant() && length.value().ule(kExpanded * g)) {
    std::vector<Cell> cells;
    std::unordered_map<Term, Term> renamed;
    for (std::uint64_t i = 0; i < length.value().getZExtValue(); i += g)
      cells.push_back(
          cells_.refresh(read(from.block, t_.add(from.offset, t_.constant(from.offset.width(), i))), renamed));
    return write(to, std::move(cells));
  }
  StoreNode node;
  node.kind = StoreNode::Kind::Copy;
  node.to = to;
  node.from = from;
  node.length = length;
  node.other = state_.contents;
  push(std::move(node));
}

void Memory::havoc(Havoc havoc) {
  StoreNode node;
  node.kind = StoreNode::Kind::Havoc;
  node.havoc = std::move(havoc);
  push(std::move(node));
}

MemoryState Memory::merge(const std::vector<StateOnPath>& states) {
  MemoryState result = states.back().second;
  const auto merge_list = [&](Term condition, const std::vector<Term>& a, std::vector<Term>& b) {
    const Term no = t_.truth(false);
    b.resize(std::max(a.size(), b.size()), no);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = t_.ite(condition, i < a.size() ? a[i] : no, b[i]);
  };
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    const auto& [condition, state] = states[i];
    if (state.contents != result.contents) {
      StoreNode node;
      node.kind = StoreNode::Kind::Merge;
      node.condition = condition;
      node.other = state.contents;
      node.next = result.contents;
      nodes_.push_back(std::move(node));
      result.contents = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    merge_list(condition, state.alive, result.alive);
    merge_list(condition, state.given, result.given);
    merge_list(condition, state.local_alive, result.local_alive);
    merge_list(condition, state.escaped, result.escaped);
    merge_list(condition, state.unwritten, result.unwritten);
    merge_list(condition, state.exposed, result.exposed);
    for (std::size_t kind = 0; kind < result.external.size(); ++kind)
      result.external[kind] = t_.ite(condition, state.external[kind], result.external[kind]);
    result.version = versions_.merge(condition, state.version, result.version);
    const Term none = versions_.first();
    result.own_versions.resize(std::max(result.own_versions.size(), state.own_versions.size()), none);
    for (std::size_t i = 0; i < result.own_versions.size(); ++i)
      result.own_versions[i] = versions_.merge(condition, i < state.own_versions.size() ? state.own_versions[i] : none,
                                               result.own_versions[i]);
  }
  return result;
}

Cell Memory::read(std::uint32_t contents, const MemoryState& known, Term block, Term offset) {
  const Key key{contents, block.id(), offset.id()};
  if (const auto found = cache_.find(key); found != cache_.end()) return found->second;
  Cell cell = read_node(contents, known, block, offset);
  cache_.emplace(key, cell);
  return cell;
}

Cell Memory::read_node(std::uint32_t number, const MemoryState& known, Term block, Term offset) {
  const StoreNode node = nodes_[number];  // a copy: reading may add nodes
  const auto before = [&] { return read(node.next, known, block, offset); };
  if (node.kind == StoreNode::Kind::Initial) return read_initial(block, offset);
  if (node.kind == StoreNode::Kind::Merge)
    return cells_.choose(node.condition, read(node.other, known, block, offset), before());
  if (node.kind == StoreNode::Kind::Havoc) {
    const Term changed = t_.land(changed_by(node.havoc, block), written_by(node.havoc, block, offset));
    if (changed.is_false()) return before();
    const Cell after = node.havoc.poisons ? cells_.poison() : unknown_cell(&node.havoc, known, block, offset);
    return changed.is_true() ? after : cells_.choose(changed, after, before());
  }
  const Term same = t_.eq(block, node.to.block);
  if (same.is_false()) return before();
  const Term delta = t_.sub(offset, node.to.offset);
  if (node.kind == StoreNode::Kind::Write) {
    const std::uint64_t g = shape().cell_bytes;
    Cell result = before();
    for (std::size_t i = 0; i < node.cells.size(); ++i) {
      const Term here = t_.land(same, t_.eq(delta, t_.constant(delta.width(), i * g)));
      result = cells_.choose(here, node.cells[i], result);
    }
    return result;
  }
  const Term here = t_.land(same, t_.ult(delta, node.length));
  if (here.is_false()) return before();
  const auto copied = [&] {
    const Cell from = read(node.other, known, node.from.block, t_.add(node.from.offset, delta));
    return cells_.refresh(from, renamed_[number]);
  };
  const Cell there = node.kind == StoreNode::Kind::Fill ? cells_.refresh(node.cells[0]) : copied();
  return here.is_true() ? there : cells_.choose(here, there, before());
}

Term Memory::has_other_type(std::uint32_t number, Term block, Term offset, const llvm::MDNode& type) {
  const Key key{number, block.id(), offset.id()};
  if (const auto found = other_types_[&type].find(key); found != other_types_[&type].end()) return found->second;
  const StoreNode& node = nodes_[number];
  const auto before = [&] { return has_other_type(node.next, block, offset, type); };
  Term other = t_.truth(false);
  switch (node.kind) {
    case StoreNode::Kind::Initial:
      break;
    case StoreNode::Kind::Merge:
      other = t_.ite(node.condition, has_other_type(node.other, block, offset, type), before());
      break;
    case StoreNode::Kind::Havoc: {
      const Term changed = t_.land(changed_by(node.havoc, block), written_by(node.havoc, block, offset));
      other = t_.land(t_.lnot(changed), before());
      break;
    }
    default: {
      // What copies and fills leave may be read as any type.
      const Term same = t_.eq(block, node.to.block), delta = t_.sub(offset, node.to.offset);
      const std::uint64_t bytes = node.cells.size() * shape().cell_bytes;
      const bool is_write = node.kind == StoreNode::Kind::Write;
      const Term length = is_write ? t_.constant(delta.width(), bytes) : node.length;
      const Term here = t_.land(same, t_.ult(delta, length));
      llvm::AAMDNodes stored, read;
      stored.TBAA = const_cast<llvm::MDNode*>(node.type);
      read.TBAA = const_cast<llvm::MDNode*>(&type);
      const bool is_other = is_write && node.type != nullptr && ir::apart_by_types(stored, read);
      other = t_.ite(here, t_.truth(is_other), before());
    }
  }
  other_types_[&type].emplace(key, other);
  return other;
}

Cell Memory::read_initial(Term block, Term offset) {
  const Term local = is_local(t_, block);
  if (local.is_true()) return cells_.uninitialized();
  Cell caller = unknown_cell(nullptr, state_, block, offset);
  caller = read_constants(block, offset, std::move(caller));
  if (local.is_false()) return caller;
  return cells_.choose(local, cells_.uninitialized(), caller);
}

/// A cell that nobody knows, a function of the address: as a call has left it, or (null) as the caller has.
Cell Memory::unknown_cell(const Havoc* after, const MemoryState& known, Term block, Term offset) {
  const std::string name = after == nullptr ? "before" : "after";
  Term may_local = t_.truth(false);
  std::vector<Term> arguments;
  if (after != nullptr) {
    for (Term escaped : after->escaped) may_local = t_.lor(may_local, escaped);
    arguments.push_back(after->outcome);
  }
  arguments.push_back(t_.concat(block, offset));
  Cell cell = cells_.integer(t_.uninterpreted(name + ".value", shape().cell_bits(), arguments));
  if (!machine_.function().variant.integer_memory) {
    const bool may_be_poison = machine_.world().options.poison_input || after != nullptr;
    if (may_be_poison) cell.poison = t_.uninterpreted(name + ".poison", shape().poison_bits(), arguments);
    if (may_be_poison && shape().cell_bytes > 1 && !shape().bit_poison)
      cell.uneven = t_.land(cell.poison, t_.uninterpreted(name + ".uneven", 1, arguments));
  }
  if (shape().tags) cell.tag = t_.uninterpreted(name + ".tag", kTagBits, arguments);
  if (!shape().pointers) return cell;
  cell.is_pointer = t_.uninterpreted(name + ".is_pointer", 1, arguments);
  const Term pointer = t_.uninterpreted(name + ".pointer", objects_.foreign_pointer_bits(), arguments);
  cell.pointer = after == nullptr ? objects_.foreign_pointer(pointer) : objects_.returned_pointer(known, pointer);
  if (!may_local.is_false()) {
    // It may also point to an own object that has escaped.
    const Term local = t_.uninterpreted(name + ".local", kLocalBit + shape().offset_bits, arguments);
    const Term block_bits = t_.concat(t_.truth(true), t_.slice(local, shape().offset_bits, kLocalBit));
    const Term own = t_.concat(t_.zero(kMarkBits), t_.concat(block_bits, t_.slice(local, 0, shape().offset_bits)));
    const Term chosen =
        t_.land(t_.uninterpreted(name + ".is_local", 1, arguments), objects_.escaped(known, block_bits));
    cell.pointer = t_.ite(chosen, own, cell.pointer);
  }
  const unsigned pieces = std::max(1u, shape().offset_bits / shape().cell_bits());
  if (pieces > 1) {
    const Term piece = t_.uninterpreted(name + ".piece", kPieceBits, arguments);
    cell.piece = pieces == 16 ? piece : t_.urem(piece, t_.constant(kPieceBits, pieces));
  }
  Term part = objects_.address(split(t_, cell.pointer));
  Term value = t_.slice(part, 0, std::min(shape().cell_bits(), shape().offset_bits));
  for (unsigned i = 1; i < pieces; ++i)
    value = t_.ite(t_.eq(cell.piece, t_.constant(kPieceBits, i)),
                   t_.slice(part, i * shape().cell_bits(), shape().cell_bits()), value);
  cell.value = t_.ite(cell.is_pointer, t_.zext(value, shape().cell_bits()), cell.value);
  return cell;
}

/// Does the call change this byte, given that it may change the block?
Term Memory::written_by(const Havoc& havoc, Term block, Term offset) {
  if (!havoc.may_leave) return t_.truth(true);
  const Term arguments[] = {havoc.outcome, t_.concat(block, offset)};
  Term written = t_.uninterpreted("written", 1, std::span<const Term>(arguments));
  for (const Havoc::Written& each : havoc.written) {
    const Term here = t_.ult(t_.sub(offset, each.bytes.from), each.bytes.count);
    written = t_.lor(written, t_.land(each.when, t_.land(t_.eq(block, each.block), here)));
  }
  return written;
}

Term Memory::changed_by(const Havoc& havoc, Term block) const {
  Term changed = t_.truth(false);
  const Term local = is_local(t_, block);
  if (!havoc.restricted) {
    Term own = t_.truth(false);
    for (std::size_t i = 0; i < havoc.escaped.size(); ++i) {
      const Term kept = i < havoc.kept.size() ? havoc.kept[i] : t_.truth(false);
      own = t_.lor(own, t_.land(t_.land(havoc.escaped[i], t_.lnot(kept)), t_.eq(block, objects_.own_block(i))));
    }
    Term foreign = t_.land(t_.lnot(local), objects_.writable(block));
    for (std::size_t i = 0; i < shared_.objects.size(); ++i)
      if (havoc.leaves_inner && shared_.objects[i].is_inner)
        foreign = t_.land(foreign, t_.ne(block, objects_.caller_block(i)));
    for (std::size_t i = 0; i < shared_.objects.size(); ++i)
      if (shared_.objects[i].hidden)
        foreign = t_.land(foreign, t_.lor(havoc.given[i], t_.ne(block, objects_.caller_block(i))));
    changed = t_.ite(local, own, foreign);
  } else {
    for (Term only : havoc.only_blocks) changed = t_.lor(changed, t_.eq(block, only));
    changed = t_.land(changed, t_.lor(local, objects_.writable(block)));
  }
  return changed;
}

}  // namespace assay::refine
