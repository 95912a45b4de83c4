#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <cctype>

#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

constexpr int kDeepestMetadata = 8;

// Numbers of attribute groups (#3) and metadata (!7) are a module's own; what they stand for is compared apart.
void strip_numbers(std::string& text) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    quoted ^= text[i] == '"';
    result += text[i];
    if (quoted || (text[i] != '#' && text[i] != '!')) continue;
    while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1]))) ++i;
  }
  text = std::move(result);
}

void erase_numbered(std::string& line, std::string_view mark) {
  const auto start = line.find(mark);
  if (start == std::string::npos) return;
  const auto end = std::min(line.find_first_not_of("0123456789", start + mark.size()), line.size());
  line.erase(start, end - start);
}

std::string canonical_text(const llvm::Function& function) {
  std::string text;
  const std::string printed = ir::print(function);
  for (std::size_t start = 0; start < printed.size();) {
    const auto end = std::min(printed.find('\n', start), printed.size());
    std::string line = printed.substr(start, end - start);
    start = end + 1;
    const auto first = line.find_first_not_of(' ');
    if (first == std::string::npos || line[first] == ';' || line.compare(first, 5, "#dbg_") == 0) continue;
    erase_numbered(line, ", !dbg !");
    if (line.starts_with("define")) erase_numbered(line, " !dbg !");
    // The order of predecessors in a label's comment is that of a use list.
    if (const auto comment = line.find("; preds = "); comment != std::string::npos && first == 0) line.erase(comment);
    strip_numbers(line);
    text += line + '\n';
  }
  return text;
}

bool same_metadata(const llvm::Metadata* a, const llvm::Metadata* b, int depth) {
  if (a == b) return true;
  const auto* node_a = llvm::dyn_cast_or_null<llvm::MDTuple>(a);
  const auto* node_b = llvm::dyn_cast_or_null<llvm::MDTuple>(b);
  if (node_a == nullptr || node_b == nullptr || depth == 0) return false;
  if (node_a->isDistinct() != node_b->isDistinct() || node_a->getNumOperands() != node_b->getNumOperands())
    return false;
  for (unsigned i = 0; i < node_a->getNumOperands(); ++i) {
    const llvm::Metadata* operand_a = node_a->getOperand(i);
    const llvm::Metadata* operand_b = node_b->getOperand(i);
    if (operand_a == node_a && operand_b == node_b) continue;  // a loop's id names itself
    if (!same_metadata(operand_a, operand_b, depth - 1)) return false;
  }
  return true;
}

bool same_attachments(const llvm::Instruction& a, const llvm::Instruction& b) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> of_a, of_b;
  a.getAllMetadataOtherThanDebugLoc(of_a);
  b.getAllMetadataOtherThanDebugLoc(of_b);
  if (of_a.size() != of_b.size()) return false;
  for (std::size_t i = 0; i < of_a.size(); ++i)
    if (of_a[i].first != of_b[i].first || !same_metadata(of_a[i].second, of_b[i].second, kDeepestMetadata))
      return false;
  const auto* call_a = llvm::dyn_cast<llvm::CallBase>(&a);
  const auto* call_b = llvm::dyn_cast<llvm::CallBase>(&b);
  if ((call_a == nullptr) != (call_b == nullptr)) return false;
  return call_a == nullptr || call_a->getAttributes() == call_b->getAttributes();
}

bool mentions_metadata(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::Use& use : instruction.operands())
      if (llvm::isa<llvm::MetadataAsValue>(use)) return true;
  return false;
}

std::string text_of(const llvm::GlobalVariable& global) {
  std::string text = ir::print(global);
  strip_numbers(text);
  return text;
}

}  // namespace

bool unchanged(const llvm::Function& before, const llvm::Function& after) {
  if (before.getAttributes() != after.getAttributes()) return false;
  // Metadata as an operand has only its number in the text, so nothing can be said about it cheaply.
  if (mentions_metadata(before) && &before != &after) return false;
  if (canonical_text(before) != canonical_text(after)) return false;
  auto a = llvm::inst_begin(before), a_end = llvm::inst_end(before);
  auto b = llvm::inst_begin(after), b_end = llvm::inst_end(after);
  for (; a != a_end && b != b_end; ++a, ++b)
    if (!same_attachments(*a, *b)) return false;
  return a == a_end && b == b_end;
}

bool unchanged(const llvm::Module& before, const llvm::Module& after) {
  if (before.global_size() != after.global_size() || before.alias_size() != after.alias_size() ||
      before.ifunc_size() != after.ifunc_size())
    return false;
  for (const llvm::GlobalVariable& global : before.globals()) {
    const llvm::GlobalVariable* other = after.getGlobalVariable(global.getName(), true);
    if (other == nullptr || text_of(global) != text_of(*other)) return false;
  }
  for (const llvm::Function& function : before) {
    if (function.isDeclaration()) continue;
    const llvm::Function* other = after.getFunction(function.getName());
    if (other == nullptr || other->isDeclaration() || !unchanged(function, *other)) return false;
  }
  return true;
}

}  // namespace assay::optimize
