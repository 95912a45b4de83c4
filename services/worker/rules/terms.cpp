#include "services/worker/rules/terms.h"

#include "services/worker/rules/pattern.h"

namespace assay::rules {
namespace {

using llvm::APInt;
using llvm::CmpInst;
using llvm::Instruction;

struct Writing {
  std::size_t operands;
  const char* text;
};
constexpr std::string_view kTermNames[] = {
#define ASSAY_TERM(op, name, operands, text) name,
#include "services/worker/rules/terms.def"
};
constexpr Writing kRows[] = {
#define ASSAY_TERM(op, name, operands, text) {operands, text},
#include "services/worker/rules/terms.def"
};
const Writing& row_of(TermOp op) { return kRows[static_cast<std::size_t>(op)]; }

std::optional<APInt> evaluate_leaf(const Term& term, const Widths& widths, std::span<const APInt> symbols) {
  const unsigned width = widths[term.type];
  const auto fitting = [&](std::uint64_t number) -> std::optional<APInt> {
    if (width < 64 && number >> width != 0) return std::nullopt;
    return APInt(width, number);
  };
  switch (term.op) {
    case TermOp::Symbol:
      return symbols[term.number];
    case TermOp::Width:
      return fitting(widths[term.number]);
    case TermOp::AllOnes:
      return APInt::getAllOnes(width);
    case TermOp::SignedMin:
      return APInt::getSignedMinValue(width);
    case TermOp::SignedMax:
      return APInt::getSignedMaxValue(width);
    default:
      return fitting(term.number);
  }
}

std::optional<APInt> evaluate_cast(const Term& term, const APInt& of, unsigned width) {
  if (term.op == TermOp::Trunc) return width < of.getBitWidth() ? std::optional(of.trunc(width)) : std::nullopt;
  if (width <= of.getBitWidth()) return std::nullopt;
  return term.op == TermOp::ZExt ? of.zext(width) : of.sext(width);
}

std::optional<APInt> evaluate_one(TermOp op, const APInt& of) {
  switch (op) {
    case TermOp::Not:
      return ~of;
    case TermOp::Negated:
      return -of;
    case TermOp::Log2:
      return of.isPowerOf2() ? std::optional(APInt(of.getBitWidth(), of.logBase2())) : std::nullopt;
    case TermOp::IsPowerOf2:
      return APInt(1, of.isPowerOf2());
    default:  // IsMask
      return APInt(1, (of & (of + 1)).isZero());
  }
}

std::optional<APInt> evaluate_two(TermOp op, const APInt& left, const APInt& right) {
  const bool is_shift = op == TermOp::Shl || op == TermOp::LShr || op == TermOp::AShr;
  if (is_shift && right.uge(right.getBitWidth())) return std::nullopt;
  if ((op == TermOp::UDiv || op == TermOp::URem) && right.isZero()) return std::nullopt;
  switch (op) {
    case TermOp::Add:
      return left + right;
    case TermOp::Sub:
      return left - right;
    case TermOp::Mul:
      return left * right;
    case TermOp::UDiv:
      return left.udiv(right);
    case TermOp::URem:
      return left.urem(right);
    case TermOp::And:
      return left & right;
    case TermOp::Or:
      return left | right;
    case TermOp::Xor:
      return left ^ right;
    case TermOp::Shl:
      return left.shl(right);
    case TermOp::LShr:
      return left.lshr(right);
    case TermOp::AShr:
      return left.ashr(right);
    case TermOp::Eq:
      return APInt(1, left == right);
    case TermOp::Ne:
      return APInt(1, left != right);
    case TermOp::Ult:
      return APInt(1, left.ult(right));
    case TermOp::Ule:
      return APInt(1, left.ule(right));
    case TermOp::Slt:
      return APInt(1, left.slt(right));
    default:  // Sle
      return APInt(1, left.sle(right));
  }
}

/// The opcode or predicate of an operation that IR has.
std::optional<Instruction::BinaryOps> opcode_of(TermOp op) {
  constexpr std::pair<TermOp, Instruction::BinaryOps> kOpcodes[] = {
      {TermOp::Add, Instruction::Add},   {TermOp::Sub, Instruction::Sub},   {TermOp::Mul, Instruction::Mul},
      {TermOp::UDiv, Instruction::UDiv}, {TermOp::URem, Instruction::URem}, {TermOp::And, Instruction::And},
      {TermOp::Or, Instruction::Or},     {TermOp::Xor, Instruction::Xor},   {TermOp::Shl, Instruction::Shl},
      {TermOp::LShr, Instruction::LShr}, {TermOp::AShr, Instruction::AShr}};
  for (const auto& [term, opcode] : kOpcodes)
    if (term == op) return opcode;
  return std::nullopt;
}

CmpInst::Predicate condition_of(TermOp op) {
  switch (op) {
    case TermOp::Eq:
      return CmpInst::ICMP_EQ;
    case TermOp::Ne:
      return CmpInst::ICMP_NE;
    case TermOp::Ult:
      return CmpInst::ICMP_ULT;
    case TermOp::Ule:
      return CmpInst::ICMP_ULE;
    case TermOp::Slt:
      return CmpInst::ICMP_SLT;
    default:
      return CmpInst::ICMP_SLE;
  }
}

llvm::Value* emit_one(const Term& term, llvm::Value* of, const Widths& widths, llvm::IRBuilderBase& builder) {
  llvm::Type* type = builder.getIntNTy(widths[term.type]);
  llvm::Constant* one = llvm::ConstantInt::get(of->getType(), 1);
  switch (term.op) {
    case TermOp::Not:
      return builder.CreateNot(of);
    case TermOp::Negated:
      return builder.CreateNeg(of);
    case TermOp::Log2:
      return builder.CreateIntrinsic(of->getType(), llvm::Intrinsic::cttz, {of, builder.getTrue()});
    case TermOp::ZExt:
      return builder.CreateZExt(of, type);
    case TermOp::SExt:
      return builder.CreateSExt(of, type);
    case TermOp::Trunc:
      return builder.CreateTrunc(of, type);
    case TermOp::IsPowerOf2:
      return builder.CreateICmpEQ(builder.CreateIntrinsic(of->getType(), llvm::Intrinsic::ctpop, {of}), one);
    default: {  // IsMask
      llvm::Value* above = builder.CreateAdd(of, one);
      return builder.CreateICmpEQ(builder.CreateAnd(of, above), llvm::Constant::getNullValue(of->getType()));
    }
  }
}

/// Than a comparison, to who reads C.
bool binds_weaker(TermOp op) { return op == TermOp::And || op == TermOp::Or || op == TermOp::Xor; }

}  // namespace

const char* name_of(TermOp op) { return kTermNames[static_cast<std::size_t>(op)].data(); }
std::optional<TermOp> enumerator_of(std::string_view name, std::type_identity<TermOp>) {
  return enumerator_in<TermOp>(kTermNames, name);
}

bool is_condition(const Term& term) { return term.op >= TermOp::Eq; }
std::size_t operands_of(TermOp op) { return row_of(op).operands; }

Term make_number(std::uint32_t type, std::uint64_t number) { return {TermOp::Number, number, type, {}}; }
Term make_symbol(const Pattern& pattern, std::uint32_t symbol) {
  return {TermOp::Symbol, symbol, pattern.symbols[symbol], {}};
}
Term make_width(std::uint32_t type, std::uint32_t of) { return {TermOp::Width, of, type, {}}; }
Term make_literal(std::uint32_t type, TermOp op) { return {op, 0, type, {}}; }
Term make(TermOp op, Term operand) {
  const std::uint32_t type = operand.type;
  return {op, 0, type, {std::move(operand)}};
}
Term make(TermOp op, Term left, Term right) {
  const std::uint32_t type = left.type;
  return {op, 0, type, {std::move(left), std::move(right)}};
}
Term make_cast(TermOp op, std::uint32_t type, Term operand) { return {op, 0, type, {std::move(operand)}}; }

std::optional<APInt> evaluate(const Term& term, const Widths& widths, std::span<const APInt> symbols) {
  if (term.operands.empty()) return evaluate_leaf(term, widths, symbols);
  const auto left = evaluate(term.operands[0], widths, symbols);
  if (!left) return std::nullopt;
  if (term.op == TermOp::ZExt || term.op == TermOp::SExt || term.op == TermOp::Trunc)
    return evaluate_cast(term, *left, widths[term.type]);
  if (term.operands.size() == 1) return evaluate_one(term.op, *left);
  const auto right = evaluate(term.operands[1], widths, symbols);
  return right ? evaluate_two(term.op, *left, *right) : std::nullopt;
}

bool holds(const std::vector<Term>& conditions, const Widths& widths, std::span<const APInt> symbols) {
  return std::ranges::all_of(conditions, [&](const Term& condition) {
    const auto value = evaluate(condition, widths, symbols);
    return value && value->isOne();
  });
}

llvm::Value* emit(const Term& term, const Widths& widths, std::span<llvm::Value* const> symbols,
                  llvm::IRBuilderBase& builder) {
  if (term.op == TermOp::Symbol) return symbols[term.number];
  if (term.operands.empty()) {
    llvm::Type* type = builder.getIntNTy(widths[term.type]);
    const auto value = evaluate_leaf(term, widths, {});
    return value ? llvm::ConstantInt::get(type, *value) : static_cast<llvm::Value*>(llvm::PoisonValue::get(type));
  }
  llvm::Value* left = emit(term.operands[0], widths, symbols, builder);
  if (term.operands.size() == 1) return emit_one(term, left, widths, builder);
  llvm::Value* right = emit(term.operands[1], widths, symbols, builder);
  if (const auto opcode = opcode_of(term.op)) return builder.CreateBinOp(*opcode, left, right);
  return builder.CreateICmp(condition_of(term.op), left, right);
}

std::string text_of(const Term& term, const Pattern& pattern) {
  switch (term.op) {
    case TermOp::Symbol:
      return symbol_name(pattern, term.number);
    case TermOp::Width:
      return type_name(pattern, term.number);
    case TermOp::Number:
      return std::to_string(term.number);
    default:
      break;
  }
  std::string text;
  for (const char* at = row_of(term.op).text; *at != 0; ++at) {
    if (*at != '$') {
      text += *at;
      continue;
    }
    const Term& operand = term.operands[static_cast<std::size_t>(*++at - '0')];
    std::string part = text_of(operand, pattern);
    if (operands_of(operand.op) == 2 && (!is_condition(term) || binds_weaker(operand.op))) part = "(" + part + ")";
    text += part;
  }
  return text;
}

}  // namespace assay::rules
