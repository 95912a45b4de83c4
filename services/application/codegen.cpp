#include "services/application/codegen.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "services/application/pairs.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/ir/ir.h"

namespace assay::application {
namespace {

using codegen::Configuration;
using codegen::Judged;
using codegen::Llc;

/// A file that is read once and parsed for each llc: each has its own data layout.
class Source {
 public:
  static Result<Source> read(const std::string& path) {
    auto input = ir::read_file(path);
    if (!input) return Error{input.error()};
    return Source(std::move(*input));
  }

  /// The definitions, or those that were asked for.
  Result<std::vector<std::string>> functions(const std::vector<std::string>& asked) const {
    llvm::LLVMContext context;
    auto module = ir::parse(context, input_.text, input_.name);
    if (!module) return Error{module.error()};
    if (Status bad = ir::verify(**module)) return Error{input_.name + ": " + bad->message};
    std::vector<std::string> names;
    for (const std::string& name : asked) {
      const llvm::Function* function = (*module)->getFunction(without_at(name));
      if (function == nullptr || function->isDeclaration())
        return Error{"--function=" + name + ": not defined in " + input_.name};
      names.push_back(without_at(name));
    }
    if (!asked.empty()) return names;
    for (const llvm::Function& function : **module) {
      if (function.isDeclaration()) continue;
      if (!function.hasName()) return Error{input_.name + ": a function without a name can't be judged; name it"};
      names.push_back(function.getName().str());
    }
    if (names.empty()) return Error{input_.name + ": defines no function"};
    return names;
  }

  Result<std::vector<Judged>> code(const std::vector<std::string>& functions, Llc& llc,
                                   const Configuration& configuration, const codegen::Settings& settings) const {
    llvm::LLVMContext context;
    auto module = ir::parse(context, input_.text, input_.name);
    if (!module) return Error{module.error()};
    return codegen::judge(**module, functions, llc, configuration, settings);
  }

  const std::string& text() const { return input_.text; }

  Result<codegen::IrPart> ir(const std::vector<std::string>& functions, Llc& llc,
                             const Configuration& configuration) const {
    llvm::LLVMContext context;
    auto module = ir::parse(context, input_.text, input_.name);
    if (!module) return Error{module.error()};
    return codegen::ir_part(**module, functions, llc, configuration);
  }

 private:
  explicit Source(ir::Input input) : input_(std::move(input)) {}
  ir::Input input_;
};

/// Judges what llc's passes made of the IR, as any pair.
Status judge_ir(const Source& source, const CodegenRequest& request, const std::vector<std::string>& names, Llc& llc,
                CodegenReport& report) {
  auto part = source.ir(names, llc, request.configuration);
  if (!part) return Error{part.error()};
  report.ir_problem = part->message;
  if (part->target.empty()) return std::nullopt;
  llvm::LLVMContext context;
  auto modules =
      ir::parse_pair(context, {part->source, "<module for llc>"}, {part->target, "<IR that llc selects from>"});
  if (!modules) {
    report.ir_problem = modules.error();
    return std::nullopt;
  }
  const auto pairs = ir::pair_by_name(*modules->first, *modules->second);
  check::IsolatedChecker checker(request.judge, request.limits, pairs);
  for (CodegenFunction& function : report.functions) {
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (pairs[i].first->getName() == function.name) function.ir = checker.check(i);
    function.ir_is_missing = !function.ir;
  }
  return std::nullopt;
}

}  // namespace

Result<CodegenReport> judge_codegen(const CodegenRequest& request, Llc& llc) {
  const auto source = Source::read(request.file);
  if (!source) return Error{source.error()};
  const auto names = source->functions(request.functions);
  if (!names) return Error{names.error()};
  CodegenReport report;
  for (const std::string& name : *names) report.functions.emplace_back().name = name;
  if (request.ir)
    if (Status bad = judge_ir(*source, request, *names, llc, report)) return Error{bad->message};
  if (!request.code) return report;
  auto judged = source->code(*names, llc, request.configuration, request.settings);
  if (!judged) return Error{judged.error()};
  for (std::size_t i = 0; i < judged->size(); ++i) {
    CodegenFunction& function = report.functions[i];
    function.code = std::move((*judged)[i]);
    if (request.others && function.code->kind == Judged::Kind::Differs)
      function.others = codegen::ask_others({source->text(), function.name, request.configuration, request.settings},
                                            *function.code, llc);
  }
  return report;
}

}  // namespace assay::application
