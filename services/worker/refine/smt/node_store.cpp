#include "services/worker/refine/smt/node_store.h"

#include <algorithm>
#include <atomic>

#include "services/worker/refine/smt/storage.h"
#include "services/worker/refine/smt/work_clock.h"

namespace assay::refine::smt {

using llvm::APInt;
using llvm::KnownBits;

namespace {

std::uint64_t next_generation() {
  static std::atomic<std::uint64_t> counter{0};
  return ++counter;
}

std::uint32_t mix(std::uint32_t hash, std::uint64_t value) {
  const std::uint64_t product = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return static_cast<std::uint32_t>(product >> 32) ^ static_cast<std::uint32_t>(product);
}

std::uint32_t hash_of(const Node& node) {
  std::uint32_t hash = mix(static_cast<std::uint32_t>(node.kind) * 131 + node.width, node.payload);
  hash = mix(hash, node.index_width);
  if (node.kind == Kind::Constant) {
    const APInt& value = node.known->One;
    for (unsigned i = 0; i < value.getNumWords(); ++i) hash = mix(hash, value.getRawData()[i]);
  }
  for (std::uint32_t i = 0; i < node.count; ++i) hash = mix(hash, node.operands[i]->id + 1);
  return hash;
}

bool same(const Node& a, const Node& b) {
  if (a.hash != b.hash || a.kind != b.kind || a.width != b.width || a.payload != b.payload || a.count != b.count ||
      a.index_width != b.index_width)
    return false;
  if (a.kind == Kind::Constant) return a.known->One == b.known->One;
  return std::equal(a.operands, a.operands + a.count, b.operands);
}

Node probe_of(Kind kind, unsigned width, std::span<const Node* const> operands, std::uint32_t payload,
              unsigned index_width = 0) {
  Node probe{kind};
  probe.width = width;
  probe.index_width = index_width;
  probe.payload = payload;
  probe.count = static_cast<std::uint32_t>(operands.size());
  probe.operands = operands.data();
  probe.hash = hash_of(probe);
  return probe;
}

}  // namespace

const Node* NodeStore::Storage::find(const Node& probe) const {
  const std::size_t mask = table.size() - 1;
  for (std::size_t slot = probe.hash & mask; table[slot] != nullptr; slot = (slot + 1) & mask)
    if (same(*table[slot], probe)) return table[slot];
  return nullptr;
}

void NodeStore::Storage::insert(const Node* node) {
  const std::size_t mask = table.size() - 1;
  std::size_t slot = node->hash & mask;
  while (table[slot] != nullptr) slot = (slot + 1) & mask;
  table[slot] = node;
}

void NodeStore::Storage::grow() {
  std::vector<const Node*> old(table.size() * 2, nullptr);
  old.swap(table);
  for (const Node* node : old)
    if (node != nullptr) insert(node);
}

Term NodeStore::Storage::keep(Node& probe, std::vector<const Node*>& nodes) {
  probe.id = static_cast<std::uint32_t>(nodes.size());
  const Node* node = new (memory.Allocate<Node>()) Node(probe);
  nodes.push_back(node);
  if (nodes.size() * 2 > table.size()) grow();
  insert(node);
  return Term(node);
}

NodeStore::NodeStore() { clear(); }
NodeStore::~NodeStore() = default;

void NodeStore::clear() {
  nodes_.clear();
  storage_ = std::make_unique<Storage>();
  storage_->table.assign(1024, nullptr);
  generation_ = next_generation();
}

std::uint32_t NodeStore::name_index(std::string_view name) {
  const auto [place, added] =
      storage_->name_indices.try_emplace(std::string(name), static_cast<std::uint32_t>(storage_->names.size()));
  if (added) storage_->names.emplace_back(name);
  return place->second;
}

std::string_view NodeStore::name(Term t) const { return storage_->names[t.payload()]; }

Term NodeStore::constant(const APInt& value) {
  KnownBits known(value.getBitWidth());
  known.One = value;
  Node probe{Kind::Constant};
  probe.width = value.getBitWidth();
  probe.known = &known;
  probe.hash = hash_of(probe);
  if (const Node* found = storage_->find(probe)) return Term(found);
  known.Zero = ~value;
  storage_->known.push_back(std::move(known));
  probe.known = &storage_->known.back();
  probe.sign_bits = value.getNumSignBits();
  return storage_->keep(probe, nodes_);
}

Term NodeStore::constant(unsigned width, std::uint64_t value) { return constant(APInt(width, value, false, true)); }
Term NodeStore::constant_signed(unsigned width, std::uint64_t value) {
  return constant(APInt(width, value, true, true));
}
Term NodeStore::truth(bool value) { return constant(1, value); }

Term NodeStore::existing(Kind kind, unsigned width, std::span<const Term> operands, std::uint32_t payload) const {
  std::vector<const Node*> list;
  for (Term t : operands) list.push_back(t.node());
  return Term(storage_->find(probe_of(kind, width, list, payload)));
}

Term NodeStore::make(Kind kind, unsigned width, std::span<const Term> operands, std::uint32_t payload,
                     unsigned index_width) {
  WorkClock::node();
  constexpr std::size_t kInline = 16;
  const Node* few[kInline];
  std::vector<const Node*> many(operands.size() > kInline ? operands.size() : 0);
  const Node** list = many.empty() ? few : many.data();
  std::transform(operands.begin(), operands.end(), list, [](Term t) { return t.node(); });
  Node probe = probe_of(kind, width, {list, operands.size()}, payload, index_width);
  if (const Node* found = storage_->find(probe)) return Term(found);
  if (index_width == 0) {
    KnownBits known(width);
    compute_known(probe, known, probe.sign_bits);
    if (known.isConstant() && !known.hasConflict()) return constant(known.getConstant());
    storage_->known.push_back(std::move(known));
    probe.known = &storage_->known.back();
  }
  const Node** kept = storage_->memory.Allocate<const Node*>(operands.size());
  std::copy(list, list + operands.size(), kept);
  probe.operands = kept;
  return storage_->keep(probe, nodes_);
}

Term NodeStore::make1(Kind kind, unsigned width, Term a, std::uint32_t payload) {
  return make(kind, width, std::span(&a, 1), payload);
}
Term NodeStore::make2(Kind kind, unsigned width, Term a, Term b, std::uint32_t payload) {
  const Term list[] = {a, b};
  return make(kind, width, list, payload);
}
Term NodeStore::make3(Kind kind, unsigned width, Term a, Term b, Term c, std::uint32_t payload) {
  const Term list[] = {a, b, c};
  return make(kind, width, list, payload);
}

Term NodeStore::variable(std::string_view name, unsigned width) {
  const std::uint32_t index = name_index(name);
  const auto found = storage_->variables.find(index);
  if (found != storage_->variables.end()) return Term(found->second);
  const Term made = make(Kind::Variable, width, {}, index);
  storage_->variables.emplace(index, made.node());
  return made;
}

Term NodeStore::array_variable(std::string_view name, unsigned index_width, unsigned element_width) {
  const std::uint32_t index = name_index(name);
  const auto found = storage_->variables.find(index);
  if (found != storage_->variables.end()) return Term(found->second);
  const Term made = make(Kind::ArrayVariable, element_width, {}, index, index_width);
  storage_->variables.emplace(index, made.node());
  return made;
}

Term NodeStore::fresh(std::string_view prefix, unsigned width) {
  for (;;) {
    const std::string name = std::string(prefix) + "!" + std::to_string(storage_->next_fresh++);
    if (!storage_->name_indices.contains(name)) return variable(name, width);
  }
}

Term NodeStore::fresh(std::string_view prefix, unsigned width, std::uint64_t label) {
  const Term variable = fresh(prefix, width);
  storage_->labels[variable.id()] = label;
  return variable;
}

Term NodeStore::fresh_array(std::string_view prefix, unsigned index_width, unsigned element_width) {
  for (;;) {
    const std::string name = std::string(prefix) + "!" + std::to_string(storage_->next_fresh++);
    if (!storage_->name_indices.contains(name)) return array_variable(name, index_width, element_width);
  }
}

Term NodeStore::uninterpreted(std::string_view name, unsigned width, std::span<const Term> arguments) {
  return make(Kind::Apply, width, arguments, name_index(name));
}

Term NodeStore::array_constant(unsigned index_width, Term element) {
  return make(Kind::ArrayConstant, element.width(), std::span(&element, 1), 0, index_width);
}

}  // namespace assay::refine::smt
