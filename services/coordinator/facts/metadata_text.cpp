#include "services/coordinator/facts/metadata_text.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/raw_ostream.h>

namespace assay::facts {
namespace {

constexpr std::uint64_t kLongest = 4 << 10;

}  // namespace

std::string metadata_text(const llvm::Metadata& metadata, unsigned levels) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (const auto* string = llvm::dyn_cast<llvm::MDString>(&metadata)) {
    out << "!\"";
    llvm::printEscapedString(string->getString(), out);
    out << '"';
  } else if (const auto* value = llvm::dyn_cast<llvm::ValueAsMetadata>(&metadata)) {
    value->getValue()->printAsOperand(out, true);
  } else if (const auto* place = llvm::dyn_cast<llvm::DILocation>(&metadata)) {
    out << "!DILocation(line: " << place->getLine() << ", column: " << place->getColumn() << ")";
  } else if (const auto* node = llvm::dyn_cast<llvm::MDTuple>(&metadata)) {
    if (levels == 0) return "!...";
    out << (node->isDistinct() ? "distinct !{" : "!{");
    for (unsigned i = 0; i < node->getNumOperands(); ++i) {
      if (i > 0) out << ", ";
      if (out.tell() > kLongest) {
        out << "...";
        break;
      }
      const llvm::Metadata* operand = node->getOperand(i);
      if (operand == nullptr)
        out << "null";
      else
        out << metadata_text(*operand, levels - 1);
    }
    out << '}';
  } else if (const auto* expression = llvm::dyn_cast<llvm::DIExpression>(&metadata)) {
    expression->print(out);
  } else {
    out << "!...";  // the rest of debug info
  }
  return text;
}

}  // namespace assay::facts
