#include "services/worker/ir/ir.h"

#include "services/worker/ir/newer_words.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <set>

#include "services/worker/ir/pairs.h"
#include "services/worker/ir/references.h"

namespace assay::ir {
namespace {

constexpr const char* kBitcode = "bitcode that is cut short, damaged, or of a newer LLVM: ";

// Keeps LLVM's warnings off stderr; errors are reported through the results of the calls.
struct QuietHandler : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo&) override { return true; }
};

std::string to_text(auto&& write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  write(stream);
  return text;
}

// LLVM's readers verify modules with debug info, and end the process if one is broken. Only this option keeps them from
// it; Assay verifies modules itself (verify).
bool keep_reader_from_verifying() {
  auto& options = llvm::cl::getRegisteredOptions();
  const auto found = options.find("disable-auto-upgrade-debug-info");
  if (found == options.end()) return false;
  return !found->second->addOccurrence(1, "disable-auto-upgrade-debug-info", "true");
}

/// As LLVM's own tools do with files of older releases.
void drop_broken_debug_info(llvm::Module& module) {
  const auto has_subprogram = [](const llvm::Function& function) { return function.getSubprogram() != nullptr; };
  if (module.debug_compile_units().empty() && llvm::none_of(module, has_subprogram)) return;
  bool is_broken = false;
  if (!llvm::verifyModule(module, nullptr, &is_broken) && is_broken) llvm::StripDebugInfo(module);
}

/// A module without a data layout gets `layout`.
Result<std::unique_ptr<llvm::Module>> parse_buffer(llvm::LLVMContext& context, llvm::MemoryBufferRef buffer,
                                                   const std::string& layout = "") {
  static const bool once = keep_reader_from_verifying();
  (void)once;
  context.setDiagnosticHandler(std::make_unique<QuietHandler>());
  llvm::SMDiagnostic diagnostic;
  const auto layout_of = [&](llvm::StringRef, llvm::StringRef own) -> std::optional<std::string> {
    if (layout.empty() || !own.empty()) return std::nullopt;
    return layout;
  };
  std::unique_ptr<llvm::Module> module = llvm::parseIR(buffer, diagnostic, context, llvm::ParserCallbacks(layout_of));
  if (module) {
    drop_broken_debug_info(*module);
    return module;
  }
  std::string message = diagnostic.getFilename().str();
  if (diagnostic.getLineNo() > 0)
    message += ":" + std::to_string(diagnostic.getLineNo()) + ":" + std::to_string(diagnostic.getColumnNo() + 1);
  const bool is_bitcode = llvm::isBitcode(reinterpret_cast<const unsigned char*>(buffer.getBufferStart()),
                                          reinterpret_cast<const unsigned char*>(buffer.getBufferEnd()));
  message += ": " + std::string(is_bitcode ? kBitcode : "") + diagnostic.getMessage().str();
  if (!diagnostic.getLineContents().empty()) message += "\n  " + diagnostic.getLineContents().str();
  return Error{message};
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> parse(llvm::LLVMContext& context, std::string_view text,
                                            const std::string& name) {
  const auto read = [&](std::string_view words) {
    const auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(words.data(), words.size()), name);
    return parse_buffer(context, buffer->getMemBufferRef());
  };
  auto module = read(text);
  if (module) return module;
  const std::optional<std::string> older = without_newer_words(text);
  if (!older) return module;
  auto again = read(*older);
  return again ? std::move(again) : std::move(module);
}

Result<std::unique_ptr<llvm::Module>> parse_file(llvm::LLVMContext& context, const std::string& path) {
  auto input = read_file(path);
  if (!input) return Error{input.error()};
  return parse(context, input->text, input->name);
}

Result<Input> read_file(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) return Error{path + ": " + buffer.getError().message()};
  return Input{(*buffer)->getBuffer().str(), path};
}

Result<ModulePair> parse_pair(llvm::LLVMContext& context, const Input& source, const Input& target) {
  ModulePair pair;
  auto parsed = parse(context, source.text, source.name);
  if (!parsed) return Error{parsed.error()};
  pair.first = std::move(*parsed);
  parsed = parse(context, target.text, target.name);
  if (!parsed) return Error{parsed.error()};
  pair.second = std::move(*parsed);
  const auto read_like = [&](std::unique_ptr<llvm::Module>& module, const Input& input,
                             const llvm::Module& other) -> Status {
    if (!module->getDataLayoutStr().empty() || other.getDataLayoutStr().empty()) return std::nullopt;
    const auto buffer = llvm::MemoryBuffer::getMemBuffer(input.text, input.name);
    auto again = parse_buffer(context, buffer->getMemBufferRef(), other.getDataLayoutStr());
    if (!again) return Error{again.error()};
    module = std::move(*again);
    module->setTargetTriple(other.getTargetTriple());
    return std::nullopt;
  };
  if (Status bad = read_like(pair.first, source, *pair.second)) return *bad;
  if (Status bad = read_like(pair.second, target, *pair.first)) return *bad;
  return pair;
}

std::string print(const llvm::Module& module) {
  return to_text([&](llvm::raw_ostream& out) { module.print(out, nullptr); });
}

std::string without_head(std::string module) {
  for (const char* line : {"; ModuleID", "source_filename"})
    if (module.starts_with(line)) module.erase(0, std::min(module.find('\n'), module.size() - 1) + 1);
  module.erase(0, std::min(module.find_first_not_of('\n'), module.size()));
  return module;
}

std::string print(const llvm::Function& function) {
  return to_text([&](llvm::raw_ostream& out) { function.print(out); });
}

std::string print(const llvm::Value& value) {
  std::string text = to_text([&](llvm::raw_ostream& out) { value.print(out); });
  const auto start = text.find_first_not_of(' ');
  return start == std::string::npos ? text : text.substr(start);
}

Status verify(const llvm::Module& module) {
  std::string complaint;
  llvm::raw_string_ostream stream(complaint);
  if (!llvm::verifyModule(module, &stream)) return std::nullopt;
  return Error{complaint};
}

/// Does a function, or a variable, use the address of a block of another? llvm::CloneModule crashes if the other comes
/// later.
static bool has_addresses_of_other_blocks(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function) {
      const llvm::BlockAddress* address = block.hasAddressTaken() ? llvm::BlockAddress::lookup(&block) : nullptr;
      if (address != nullptr && llvm::any_of(address->users(), [&](const llvm::User* user) {
            const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
            return instruction == nullptr || instruction->getFunction() != &function;
          }))
        return true;
    }
  return false;
}

/// Written as bitcode, and read again.
static std::unique_ptr<llvm::Module> reread(const llvm::Module& module) {
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  return llvm::cantFail(llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), module.getModuleIdentifier()),
      module.getContext()));
}

std::unique_ptr<llvm::Module> clone(const llvm::Module& module) {
  return has_addresses_of_other_blocks(module) ? reread(module) : llvm::CloneModule(module);
}

std::unique_ptr<llvm::Module> clone_for(const llvm::Function& function, const llvm::Function& other) {
  const llvm::Module& module = *function.getParent();
  if (has_addresses_of_other_blocks(module)) return reread(module);
  const std::set<const llvm::Function*> bodies = bodies_concerning(function, other);
  llvm::ValueToValueMapTy map;
  return llvm::CloneModule(module, map, [&](const llvm::GlobalValue* value) {
    const auto* body = llvm::dyn_cast<llvm::Function>(value);
    return body == nullptr || bodies.contains(body);
  });
}

llvm::Function* same_in(llvm::Module& clone, const llvm::Function& function) {
  const auto place = std::distance(function.getParent()->begin(), function.getIterator());
  return &*std::next(clone.begin(), place);
}

static std::unique_ptr<llvm::Module> extract_needed(const llvm::Module& module, const llvm::Function& root,
                                                    bool with_callees) {
  const auto needed = globals_needed_by(root, with_callees);
  // The address of a block can only stand where the block does.
  const auto gives_address = [](const llvm::BasicBlock& block) { return block.hasAddressTaken(); };
  llvm::ValueToValueMapTy map;
  auto result = llvm::CloneModule(module, map, [&](const llvm::GlobalValue* global) {
    if (global == &root) return true;
    if (const auto* other = llvm::dyn_cast<llvm::Function>(global))
      return needed.count(global) != 0 && (with_callees || llvm::any_of(*other, gives_address));
    return needed.count(global) != 0;
  });
  std::vector<llvm::GlobalValue*> unused;
  for (const llvm::GlobalValue& global : module.global_values()) {
    if (&global == &root || needed.count(&global) != 0) continue;
    if (auto* copy = llvm::dyn_cast_or_null<llvm::GlobalValue>(map.lookup(&global))) unused.push_back(copy);
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (llvm::GlobalValue*& global : unused) {
      if (global == nullptr) continue;
      global->removeDeadConstantUsers();
      if (!global->use_empty()) continue;
      global->eraseFromParent();
      global = nullptr;
      progress = true;
    }
  }
  return result;
}

std::unique_ptr<llvm::Module> extract(const llvm::Module& module, const std::string& function, bool with_callees) {
  if (has_addresses_of_other_blocks(module)) {
    const std::unique_ptr<llvm::Module> copy = reread(module);
    llvm::Function* root = copy->getFunction(function);
    if (root == nullptr) return nullptr;
    // Those whose blocks it uses come first now, if they do not use its own.
    copy->getFunctionList().splice(copy->end(), copy->getFunctionList(), root->getIterator());
    return extract_needed(*copy, *root, with_callees);
  }
  const llvm::Function* root = module.getFunction(function);
  return root == nullptr ? nullptr : extract_needed(module, *root, with_callees);
}

std::vector<FunctionPair> pair_by_prefix(llvm::Module& module) {
  std::vector<FunctionPair> pairs;
  for (llvm::Function& source : module) {
    if (source.isDeclaration() || !source.getName().starts_with("src")) continue;
    llvm::Function* target = module.getFunction(("tgt" + source.getName().drop_front(3)).str());
    if (target != nullptr && !target->isDeclaration()) pairs.emplace_back(&source, target);
  }
  return pairs;
}

std::vector<FunctionPair> pair_by_name(llvm::Module& source, llvm::Module& target) {
  std::vector<FunctionPair> pairs;
  std::vector<llvm::Function*> unnamed;  // of the target; @0 pairs with @0 by place
  for (llvm::Function& function : target)
    if (!function.hasName()) unnamed.push_back(&function);
  std::size_t next_unnamed = 0;
  for (llvm::Function& function : source) {
    llvm::Function* partner = function.hasName()              ? target.getFunction(function.getName())
                              : next_unnamed < unnamed.size() ? unnamed[next_unnamed++]
                                                              : nullptr;
    if (function.isDeclaration()) continue;
    if (partner != nullptr && !partner->isDeclaration()) pairs.emplace_back(&function, partner);
  }
  return pairs;
}

bool has_cycle(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 8> edges;
  llvm::FindFunctionBackedges(function, edges);
  return !edges.empty();
}

bool is_reducible(const llvm::Function& function, const llvm::LoopInfo& loops) {
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  return !llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops);
}

const llvm::Value* accessed_address(const llvm::Instruction& access) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  if (address == nullptr) return nullptr;
  return access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)).isZero() ? nullptr : address;
}

}  // namespace assay::ir
