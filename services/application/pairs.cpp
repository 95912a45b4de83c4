#include "services/application/pairs.h"

#include <algorithm>

#include "services/worker/check/check.h"
#include "services/worker/optimize/optimize.h"

namespace assay::application {
namespace {

Status load_one(Pairs& into, const std::string& file) {
  auto module = ir::parse_file(into.context, file);
  if (!module) return Error{module.error()};
  into.modules.push_back(std::move(*module));
  return std::nullopt;
}

Status load_pair(Pairs& into, const ir::Input& source, const ir::Input& target) {
  auto modules = ir::parse_pair(into.context, source, target);
  if (!modules) return Error{modules.error()};
  into.modules.push_back(std::move(modules->first));
  into.modules.push_back(std::move(modules->second));
  return std::nullopt;
}

Status load_two(Pairs& into, const std::vector<std::string>& files) {
  const auto source = ir::read_file(files[0]), target = ir::read_file(files[1]);
  if (!source || !target) return Error{source ? target.error() : source.error()};
  return load_pair(into, *source, *target);
}

/// The file, and what the compiler makes of it.
Status load_compiled(Pairs& into, const PairOptions& options) {
  llvm::LLVMContext context;
  auto module = ir::parse_file(context, options.files[0]);
  if (!module) return Error{module.error()};
  if (Status bad = ir::verify(**module)) return Error{options.files[0] + ": " + bad->message};
  auto compiler = optimize::open_compiler(options.compiler);
  if (!compiler) return Error{"--compiler: " + compiler.error()};
  const optimize::Invocation pipeline = optimize::parse_invocation(options.passes);
  optimize::Limits limits;
  limits.opt_args = optimize::joined_args(options.opt_args, pipeline.opt_args);
  const auto run = (*compiler)->run(ir::print(**module),
                                    optimize::spell_pipeline(pipeline.passes, (*compiler)->major_version()), limits);
  if (run.end != optimize::OptimizeResult::End::Ok)
    return Error{options.files[0] + ": compiler '" + options.compiler + "': " + optimize::name_of(run.end) + ": " +
                 run.message};
  into.made_by = {(*compiler)->id(), pipeline.passes};
  return load_pair(into, {run.given, options.files[0]}, {run.ir, "what " + options.compiler + " makes of it"});
}

Status choose_by_names(Pairs& into, const PairOptions& options) {
  const std::string source =
      without_at(options.source_function.empty() ? options.target_function : options.source_function);
  const std::string target =
      without_at(options.target_function.empty() ? options.source_function : options.target_function);
  llvm::Function* first = into.modules.front()->getFunction(source);
  llvm::Function* second = into.modules.back()->getFunction(target);
  if (first == nullptr || first->isDeclaration())
    return Error{"--src-fn=" + source + ": is not defined in " + options.files.front()};
  if (second == nullptr || second->isDeclaration())
    return Error{"--tgt-fn=" + target + ": is not defined in " + options.files.back()};
  into.pairs = {{first, second}};
  return std::nullopt;
}

/// Functions of a module alone are judged through their callers, unless they are asked for.
Status choose(Pairs& into, const PairOptions& options) {
  const bool two_modules = into.modules.size() == 2;
  if (!two_modules)
    into.pairs = ir::pair_by_prefix(*into.modules[0]);
  else if (options.functions.empty())
    into.pairs = check::pairs_of(*into.modules[0], *into.modules[1]);
  else
    into.pairs = ir::pair_by_name(*into.modules[0], *into.modules[1]);
  if (two_modules && options.functions.empty())
    into.symbols = ir::symbol_differences(*into.modules[0], *into.modules[1]);
  const bool is_wrong = std::ranges::any_of(into.symbols, &ir::SymbolDifference::is_wrong);
  if (into.pairs.empty() && !is_wrong)
    return Error{options.files[0] +
                 (two_modules ? ": no function that code outside can call is defined in both modules (--function "
                                "names inner ones)"
                              : ": no pair @src and @tgt (or src<suffix> and tgt<suffix>). --passes checks what passes "
                                "make of each function, --run-lines what a test's RUN lines do")};
  if (options.functions.empty()) return std::nullopt;
  std::vector<ir::FunctionPair> chosen;
  for (const std::string& name : options.functions) {
    const auto found = std::find_if(into.pairs.begin(), into.pairs.end(), [&](const ir::FunctionPair& pair) {
      return pair.first->getName() == without_at(name);
    });
    if (found == into.pairs.end()) return Error{"--function=" + name + ": no such pair in " + options.files[0]};
    chosen.push_back(*found);
  }
  into.pairs = std::move(chosen);
  return std::nullopt;
}

}  // namespace

Status load_texts(Pairs& into, const ir::Input& source, const ir::Input* target) {
  if (target != nullptr) {
    if (Status bad = load_pair(into, source, *target)) return bad;
  } else {
    auto module = ir::parse(into.context, source.text, source.name);
    if (!module) return Error{module.error()};
    into.modules.push_back(std::move(*module));
  }
  for (std::size_t i = 0; i < into.modules.size(); ++i)
    if (Status bad = ir::verify(*into.modules[i])) return Error{(i == 0 ? source : *target).name + ": " + bad->message};
  PairOptions options;
  options.files = {source.name};
  return choose(into, options);
}

std::string without_at(const std::string& name) { return name.starts_with("@") ? name.substr(1) : name; }

Status load_pairs(Pairs& into, const PairOptions& options) {
  const bool two_files = options.files.size() == 2;
  if (!options.opt_args.empty() && options.passes.empty())
    return Error{"--opt-args are options of --passes, of which there are none"};
  if (!options.passes.empty() && two_files)
    return Error{"--passes makes the target of one file: a second one is too many"};
  if (Status bad = !options.passes.empty() ? load_compiled(into, options)
                   : two_files             ? load_two(into, options.files)
                                           : load_one(into, options.files[0]))
    return bad;
  for (std::size_t i = 0; i < into.modules.size(); ++i)
    if (Status bad = ir::verify(*into.modules[i]))
      return Error{options.files[std::min(i, options.files.size() - 1)] + ": " + bad->message};
  const bool named = !options.source_function.empty() || !options.target_function.empty();
  if (Status bad = named ? choose_by_names(into, options) : choose(into, options)) return bad;
  if (!options.bidirectional) return std::nullopt;
  if (into.modules.size() == 2 && !into.symbols.empty()) {
    const auto back = ir::symbol_differences(*into.modules[1], *into.modules[0]);
    into.symbols.insert(into.symbols.end(), back.begin(), back.end());
  }
  std::vector<ir::FunctionPair> both;
  for (const ir::FunctionPair& pair : into.pairs) both.insert(both.end(), {pair, {pair.second, pair.first}});
  into.pairs = std::move(both);
  return std::nullopt;
}

}  // namespace assay::application
