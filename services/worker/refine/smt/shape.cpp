#include "services/worker/refine/smt/storage.h"

/// What terms of source and target have in common although their variables differ.
namespace assay::refine::smt {
namespace {

std::uint64_t mixed(std::uint64_t hash) {
  hash ^= hash >> 31;
  hash *= 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

/// How many of the first operands may change places.
unsigned commuting_operands(Term t) {
  switch (t.kind()) {
    case Kind::And:
    case Kind::Xor:
    case Kind::Add:
    case Kind::Mul:
    case Kind::Eq:
    case Kind::FAdd:
    case Kind::FMul:
    case Kind::FEq:
    case Kind::UMulOverflow:
    case Kind::SMulOverflow:
      return t.arity();
    case Kind::Fma:
      return 2;
    default:
      return 0;
  }
}

}  // namespace

std::uint64_t NodeStore::shape(Term root) {
  auto& shapes = storage_->shapes;
  if (const auto found = shapes.find(root.id()); found != shapes.end()) return found->second;
  std::vector<Term> work{root};
  while (!work.empty()) {
    const Term t = work.back();
    if (shapes.contains(t.id())) {
      work.pop_back();
      continue;
    }
    const std::size_t before = work.size();
    for (unsigned i = 0; i < t.arity(); ++i)
      if (!shapes.contains(t.operand(i).id())) work.push_back(t.operand(i));
    if (work.size() != before) continue;
    work.pop_back();
    std::uint64_t hash = t.id();  // leaves are themselves
    if (const auto label = storage_->labels.find(t.id()); label != storage_->labels.end()) hash = ~label->second;
    if (t.arity() != 0) {
      hash =
          mixed(static_cast<std::uint64_t>(t.kind()) << 40 ^ static_cast<std::uint64_t>(t.width()) << 20 ^ t.payload());
      const unsigned unordered = commuting_operands(t);
      for (unsigned i = 0; i < t.arity(); ++i) {
        const std::uint64_t operand = mixed(shapes.at(t.operand(i).id()));
        hash = i < unordered ? hash + operand : mixed(hash ^ operand);
      }
    }
    shapes.emplace(t.id(), mixed(hash));
  }
  return shapes.at(root.id());
}

}  // namespace assay::refine::smt
