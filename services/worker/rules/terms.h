#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <span>
#include <string>

#include "services/worker/rules/rules.h"

namespace assay::rules {

bool is_condition(const Term& term);
std::size_t operands_of(TermOp op);

/// A term over a type, and terms put together; the type is that of the first operand.
Term make_number(std::uint32_t type, std::uint64_t number);
Term make_symbol(const Pattern& pattern, std::uint32_t symbol);
Term make_width(std::uint32_t type, std::uint32_t of);
Term make_literal(std::uint32_t type, TermOp op);
Term make(TermOp op, Term operand);
Term make(TermOp op, Term left, Term right);
Term make_cast(TermOp op, std::uint32_t type, Term operand);

/// Of these widths and constants; a condition is a bit. Nothing: it is undefined.
std::optional<llvm::APInt> evaluate(const Term& term, const Widths& widths, std::span<const llvm::APInt> symbols);
/// Do all conditions hold? One that is undefined does not.
bool holds(const std::vector<Term>& conditions, const Widths& widths, std::span<const llvm::APInt> symbols);

/// The same as operations of IR: poison where it is undefined, or undefined behaviour.
llvm::Value* emit(const Term& term, const Widths& widths, std::span<llvm::Value* const> symbols,
                  llvm::IRBuilderBase& builder);

/// "C1 & ~C2"; names of the widths are those of the pattern.
std::string text_of(const Term& term, const Pattern& pattern);

}  // namespace assay::rules
