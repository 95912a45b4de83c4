#include "services/worker/codegen/runtime.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <functional>
#include <map>

#include "services/worker/codegen/driver.h"
#include "services/worker/codegen/harness.h"
#include "services/worker/codegen/layout.h"
#include "services/worker/codegen/runtime_table.h"

namespace assay::codegen {
namespace {

llvm::Type* type_of(char letter, llvm::LLVMContext& context, unsigned word_bytes) {
  switch (letter) {
    case 'w':
      return llvm::Type::getIntNTy(context, 8 * word_bytes);
    case 'h':
      return llvm::Type::getHalfTy(context);
    case 'b':
      return llvm::Type::getBFloatTy(context);
    case 'f':
      return llvm::Type::getFloatTy(context);
    case 'd':
      return llvm::Type::getDoubleTy(context);
    case 'q':
      return llvm::Type::getFP128Ty(context);
    case 's':
      return llvm::Type::getInt16Ty(context);
    case 'i':
      return llvm::Type::getInt32Ty(context);
    case 'l':
      return llvm::Type::getInt64Ty(context);
    default:
      return llvm::Type::getInt128Ty(context);
  }
}

/// Where "long double" is another type than fp128: what has that in its name takes it.
bool is_of_long_double(const RuntimeRow& row) {
  const std::string_view name = row.name;
  return name.ends_with('l') && !name.starts_with("__") &&
         std::string_view(row.types).find('q') != std::string_view::npos;
}

/// Before 17 a half goes to and comes from RISC-V's run-time library as an integer.
constexpr int kFirstWithHalfInRiscV = 17;

llvm::Function* declare(const RuntimeRow& row, llvm::Module& module, int major_version, unsigned word_bytes) {
  llvm::LLVMContext& context = module.getContext();
  const bool has_half = !module.getTargetTriple().isRISCV() || major_version >= kFirstWithHalfInRiscV;
  std::vector<llvm::Type*> types;
  for (const char* letter = row.types; *letter != '\0'; ++letter)
    types.push_back(type_of(*letter == 'h' && !has_half ? 's' : *letter, context, word_bytes));
  auto* type = llvm::FunctionType::get(types.front(), llvm::ArrayRef(types).drop_front(), false);
  llvm::Function* function = module.getFunction(row.name);  // the text calls some
  if (function == nullptr)
    function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, row.name, module);
  if (row.types[0] == 'i') function->addRetAttr(llvm::Attribute::SExt);  // where a register has more bits
  if (row.types[0] == 's') function->addRetAttr(llvm::Attribute::ZExt);
  return function;
}

Configuration configuration_for(const Target& target) {
  Configuration configuration;
  configuration.target = &target;
  configuration.selector = Selector::Dag;
  configuration.level = 1;
  return configuration;
}

/// An object of these functions; empty if llc makes none.
std::string object_of(const Llc& llc, const Target& target, const llvm::Module& all,
                      const std::vector<std::string>& names) {
  const auto slice = slice_of(all, names);
  const auto text = spelled(*slice, llc);
  if (!text) return "";
  const Compiled compiled = compile(llc, configuration_for(target), *text);
  return compiled.end == Compiled::End::Ok ? compiled.output : "";
}

}  // namespace

namespace {

std::string text_of(const llvm::FunctionType& type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

using Types = std::map<std::string, std::string, std::less<>>;

Types types_for(unsigned word_bytes) {
  Types all;
  llvm::LLVMContext context;
  llvm::SMDiagnostic bad;
  const auto module = llvm::parseAssemblyString(runtime_text(word_bytes, /*is_arm=*/true), bad, context);
  for (const RuntimeRow& row : runtime_rows()) declare(row, *module, LLVM_VERSION_MAJOR, word_bytes);
  for (const llvm::Function& function : *module) all[function.getName().str()] = text_of(*function.getFunctionType());
  return all;
}

/// The types of all functions, by name.
const Types& all_types(unsigned word_bytes) {
  static const Types& of_32_bits = *new Types(types_for(4));
  static const Types& of_64_bits = *new Types(types_for(8));
  return word_bytes == 4 ? of_32_bits : of_64_bits;
}

}  // namespace

bool is_runtime_name(std::string_view name) { return all_types(8).contains(name); }

bool has_runtime_function(const llvm::Function& function) {
  const Types& types = all_types(function.getDataLayout().getPointerSize());
  const std::string_view name(function.getName().data(), function.getName().size());
  const auto found = types.find(name);
  if (llvm::any_of(runtime_rows(), [&](const RuntimeRow& row) { return row.is_open && row.name == name; }))
    return false;
  return found != types.end() && found->second == text_of(*function.getFunctionType());
}

llvm::APInt call_runtime_function(std::uint32_t number, std::vector<llvm::APInt> arguments) {
  const RuntimeRow& row = runtime_rows()[number - kFirstOfRuntime];
  llvm::LLVMContext context;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    arguments[i] = arguments[i].trunc(type_of(row.types[i + 1], context, /*word_bytes=*/8)->getPrimitiveSizeInBits());
  return row.compute(row, arguments);
}

std::shared_ptr<const Runtime> Llc::runtime(const Target& target, Machine machine) {
  std::shared_ptr<const Runtime>& known = runtimes_[{target.name, machine}];
  if (known == nullptr) known = std::make_shared<const Runtime>(make_runtime(*this, target, machine));
  return known;
}

Runtime make_runtime(const Llc& llc, const Target& target, Machine machine) {
  Runtime runtime;
  Externals externals;
  if (machine == Machine::Qemu) {
    auto driver = make_driver(llc, target);
    if (!driver) {
      runtime.problem = driver.error();
      return runtime;
    }
    runtime.driver = std::move(*driver);
    externals.addresses[kHost] = runtime.driver.symbols.at(kHost);
    runtime.image.symbols = externals.addresses;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic bad;
  const llvm::Triple triple{llvm::StringRef(target.triple)};
  const auto module = llvm::parseAssemblyString(runtime_text(target.word_bytes, triple.isARM()), bad, context);
  module->setTargetTriple(triple);
  if (machine == Machine::Qemu) module->getFunction(kHost)->deleteBody();  // the driver has it
  std::vector<std::string> names;
  for (llvm::Function& function : *module) {
    function.setDoesNotThrow();
    if (!function.isDeclaration()) names.push_back(function.getName().str());
  }
  for (const RuntimeRow& row : runtime_rows()) {
    llvm::Function* function = declare(row, *module, llc.major_version, target.word_bytes);
    const auto number = kFirstOfRuntime + static_cast<std::uint32_t>(runtime.stubs.size());
    runtime.stubs.push_back(make_stub(*function, number, target));
    runtime.stubs.back().function = row.name;
    if ((triple.isX86() || triple.isARM()) && is_of_long_double(row)) continue;
    if (row.is_for_32_bits && target.word_bytes != 4) continue;
    names.push_back(row.name);
  }
  std::string object = object_of(llc, target, *module, names);
  // Types that a release can't compile for the target.
  for (const char letter : {'b', 'q', 'h'}) {
    if (!object.empty()) break;
    for (const RuntimeRow& row : runtime_rows())
      if (std::string_view(row.types).find(letter) != std::string_view::npos) std::erase(names, row.name);
    object = object_of(llc, target, *module, names);
  }
  if (object.empty()) return runtime;
  if (auto image = link(object, {}, externals, kRuntime)) runtime.image = std::move(*image);
  runtime.image.symbols.insert(externals.addresses.begin(), externals.addresses.end());
  return runtime;
}

}  // namespace assay::codegen
