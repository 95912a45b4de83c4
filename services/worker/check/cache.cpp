#include "services/worker/check/cache.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "services/common/hash.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/ir/references.h"
#include "services/worker/ir/symbols.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::check {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "assay verdict 1";
constexpr std::size_t kMostInMemory = 1u << 16;

/// Does LLVM give a function of this name a meaning?
bool is_known_name(const llvm::Function& function) {
  return function.getName() == "main" || semantics::is_library_function(function);
}

struct Texts {
  std::string canonical;
  std::string exact;
  std::set<std::string> variables;  ///< those that it refers to
};

/// A function and what it refers to, in a module of its own.
Texts texts_of(const llvm::Function& function) {
  const auto alone = ir::extract(*function.getParent(), function.getName().str(), /*with_callees=*/true);
  if (alone == nullptr) return {};
  alone->setModuleIdentifier("");
  alone->setSourceFileName("");
  llvm::Function& root = *alone->getFunction(function.getName());
  Texts texts;
  for (const llvm::GlobalVariable& variable : alone->globals()) texts.variables.insert(variable.getName().str());
  texts.exact = ir::print(*alone);
  llvm::StripDebugInfo(*alone);
  for (llvm::Argument& argument : root.args()) argument.setName("");
  for (llvm::BasicBlock& block : root) block.setName("");
  for (llvm::Instruction& instruction : llvm::instructions(root)) instruction.setName("");
  if (!is_known_name(root)) root.setName("");
  texts.canonical = ir::print(*alone);
  return texts;
}

/// What both modules say of the functions that own's text names, the bodies of these in the other module, and those
/// that use what is local to the module of `own`.
void add_functions(std::ostringstream& text, const llvm::Function& own, const llvm::Function& other) {
  const auto bodies = ir::bodies_needed_by(own);
  const auto around = ir::bodies_concerning(own, other);
  std::set<std::string> names;
  for (const llvm::GlobalValue* each : ir::globals_needed_by(own, /*with_callees=*/true))
    names.insert(each->getName().str());
  for (const std::string& name : names) {
    for (const llvm::Module* module : {own.getParent(), other.getParent()})
      if (const llvm::Function* named = module->getFunction(name)) {
        text << name << ' ' << ir::linkage_word(*named);
        for (const llvm::AttributeSet& said : named->getAttributes()) text << ' ' << said.getAsString();
        text << '\n';
      }
    // What was inlined may be left for others.
    const llvm::Function* left = other.getParent()->getFunction(name);
    if (left != nullptr && left != &other && !left->isDeclaration()) text << left->use_empty() << ir::print(*left);
  }
  for (const llvm::Function& each : *own.getParent())
    if (around.contains(&each) && !llvm::is_contained(bodies, &each)) text << ir::print(each);
}

/// What verdicts depend on beside the texts: what the rest of both modules does with the variables, their alignment,
/// and what it says of the functions.
std::string surroundings(const std::set<std::string>& variables, const llvm::Function& from, const llvm::Function& to) {
  const llvm::Module &source = *from.getParent(), &target = *to.getParent();
  std::ostringstream text;
  add_functions(text, from, to);
  add_functions(text, to, from);
  for (const std::string& name : variables) {
    text << name << ' ' << ir::alignment_of(name, source, target);
    for (const llvm::Function* own : {&from, &to})
      if (const llvm::GlobalVariable* variable = own->getParent()->getGlobalVariable(name, true)) {
        const bool is_local = variable->hasLocalLinkage();
        const ir::Uses uses = is_local ? ir::uses_in_pair(*variable, *own, own == &from ? to : from) : ir::Uses{};
        text << ' ' << variable->hasLocalLinkage() << uses.reads << uses.escapes;
      }
    text << '\n';
  }
  return text.str();
}

/// Names this build: verdicts of another one may differ.
std::string build_stamp() {
  struct stat self {};
  if (stat("/proc/self/exe", &self) != 0) return assay_version();
  return std::string(assay_version()) + " " + std::to_string(self.st_size) + " " + std::to_string(self.st_mtim.tv_sec) +
         "." + std::to_string(self.st_mtim.tv_nsec);
}

std::string text_of(const Options& options) {
  std::ostringstream text;
  text << options.unroll << options.undef_inputs << options.poison_inputs << static_cast<int>(options.oracles)
       << options.confirmed_only << semantics::name_of(options.semantics);
  return text.str();
}

/// Verdicts and claims have entries of their own.
std::string key_of_claim(const CacheKey& key) { return key.modulo_names.empty() ? "" : key.modulo_names + ".claim"; }

}  // namespace

CacheKey cache_key_of(const llvm::Function& source, const llvm::Function& target, const Options& options) {
  Texts from = texts_of(source), to = texts_of(target);
  if (from.exact.empty() || to.exact.empty()) return {};  // has no name to be extracted by
  from.variables.merge(to.variables);
  const std::string around = surroundings(from.variables, source, target);
  return {content_id(text_of(options) + '\0' + from.canonical + '\0' + to.canonical + '\0' + around),
          content_id(from.exact + '\0' + to.exact)};
}

Result<std::unique_ptr<Cache>> Cache::open(const std::string& folder) {
  auto cache = std::make_unique<Cache>();
  // Each build has a folder of its own.
  cache->folder_ = (fs::path(folder) / content_id(build_stamp()).substr(0, 12)).string();
  std::error_code bad;
  fs::create_directories(cache->folder_, bad);
  if (bad) return Error{folder + ": " + bad.message()};
  return cache;
}

std::string Cache::path_of(const std::string& key) const {
  return folder_ + "/" + key.substr(0, 2) + "/" + key.substr(2);
}

std::optional<Cache::Entry> Cache::read(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream file(path_of(key), std::ios::binary);
  std::string format, sum;
  Entry entry;
  if (!std::getline(file, format) || !std::getline(file, sum) || !std::getline(file, entry.exact)) return std::nullopt;
  std::getline(file, entry.answer, '\0');
  if (format != kFormat || sum != content_id(entry.exact + entry.answer)) return std::nullopt;
  return entry;
}

/// Writes under another name first, so that a reader sees the whole entry or none.
void Cache::write(const std::string& key, const Entry& entry) const {
  if (folder_.empty()) return;
  const fs::path path = path_of(key);
  std::error_code bad;
  fs::create_directories(path.parent_path(), bad);
  std::string draft = path.string() + ".XXXXXX";
  const int made = mkstemp(draft.data());
  if (made < 0) return;
  close(made);
  std::ofstream file(draft, std::ios::binary | std::ios::trunc);
  file << kFormat << '\n' << content_id(entry.exact + entry.answer) << '\n' << entry.exact << '\n' << entry.answer;
  file.close();
  if (file) fs::rename(draft, path, bad);
  if (bad || !file) fs::remove(draft, bad);
}

const Cache::Entry* Cache::entry_of(const std::string& key) {
  if (key.empty()) return nullptr;
  auto found = known_.find(key);
  if (found == known_.end()) {
    auto entry = read(key);
    if (!entry) return nullptr;
    found = known_.emplace(key, std::move(*entry)).first;
  }
  return &found->second;
}

void Cache::keep(const std::string& key, const Entry& entry) {
  if (known_.size() >= kMostInMemory) known_.clear();
  known_.insert_or_assign(key, entry);
  write(key, entry);
}

std::optional<Verdict> Cache::find(const CacheKey& key) {
  const Entry* entry = entry_of(key.modulo_names);
  if (entry == nullptr) return std::nullopt;
  auto verdict = verdict_from_json(entry->answer);
  if (!verdict || (verdict->kind != VerdictKind::Correct && key.exact != entry->exact)) return std::nullopt;
  verdict->cached = true;
  return verdict;
}

void Cache::store(const CacheKey& key, const Verdict& verdict) {
  const bool is_final = verdict.kind == VerdictKind::Correct || verdict.kind == VerdictKind::Incorrect;
  if (!key.modulo_names.empty() && is_final && !verdict.cached)
    keep(key.modulo_names, {key.exact, verdict_to_json(verdict)});
}

std::optional<evidence::Claim> Cache::find_claim(const CacheKey& key) {
  const Entry* entry = entry_of(key_of_claim(key));
  if (entry == nullptr) return std::nullopt;
  auto claim = evidence::claim_from_json(entry->answer);
  if (!claim || (claim->proved() == nullptr && key.exact != entry->exact)) return std::nullopt;
  claim->set_recalled();
  return claim;
}

void Cache::store(const CacheKey& key, const evidence::Claim& claim) {
  if (!key.modulo_names.empty() && claim.is_decided() && !claim.is_recalled())
    keep(key_of_claim(key), {key.exact, evidence::to_json(claim)});
}

}  // namespace assay::check
