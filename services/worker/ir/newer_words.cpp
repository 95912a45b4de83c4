#include "services/worker/ir/newer_words.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Function.h>

#include <algorithm>

namespace assay::ir {
namespace {

constexpr llvm::StringLiteral kDead = "dead_on_return";

}  // namespace

std::optional<std::string> without_newer_words(std::string_view text) {
  const std::string word = kDead.str() + "(";
  std::string result;
  bool found = false;
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size() - 1) + 1;
    llvm::StringRef rest(text.data() + line, end - line);
    line = end;
    const bool is_definition = rest.ltrim().starts_with("define ");
    for (std::size_t at; is_definition && (at = rest.find(word)) != llvm::StringRef::npos;) {
      const llvm::StringRef number = rest.drop_front(at + word.size()).take_while(llvm::isDigit);
      if (number.empty() || !rest.drop_front(at + word.size() + number.size()).starts_with(")")) break;
      result += rest.take_front(at).str() + "\"" + kDead.str() + "\"=\"" + number.str() + "\"";
      rest = rest.drop_front(at + word.size() + number.size() + 1);
      found = true;
    }
    result += rest;
  }
  if (!found) return std::nullopt;
  return result;
}

std::uint64_t dead_on_return(const llvm::Argument& argument) {
  // Argument memory on the caller's stack is the callee's: it is gone when the call is over (InAlloca.rst).
  for (const auto kind : {llvm::Attribute::DeadOnReturn, llvm::Attribute::InAlloca, llvm::Attribute::Preallocated})
    if (argument.hasAttribute(kind)) return ~std::uint64_t{0};
  std::uint64_t bytes = 0;
  const llvm::Attribute said = argument.getParent()->getAttributes().getParamAttr(argument.getArgNo(), kDead);
  if (!said.isStringAttribute() || said.getValueAsString().getAsInteger(10, bytes)) return 0;
  return bytes;
}

bool is_partly_dead_on_return(const llvm::Argument& argument) {
  const std::uint64_t bytes = dead_on_return(argument);
  return bytes != 0 && bytes != ~std::uint64_t{0};
}

}  // namespace assay::ir
