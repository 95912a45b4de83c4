#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "services/common/fields_json.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"
#include "services/worker/report/expectations.h"
#include "services/worker/report/report.h"
#include "services/worker/triage/triage.h"

namespace assay::report {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kFormat = 1;
constexpr std::uintmax_t kLargestFile = 64u << 20;
constexpr int kMostLevels = 200;  // of JSON, which is copied by functions that call themselves for each

// Modules: files of their own in a bundle.
struct ModuleField {
  const char* name;
  const char* file;
  std::string Finding::*member;
};
constexpr ModuleField kModuleFields[] = {
    {"original", "original.ll", &Finding::original},
    {"reduced", "case.ll", &Finding::reduced},
    {"reduced_target", "target.ll", &Finding::reduced_target},
};

/// The finding's own JSON without the modules, which are files of their own.
json json_of(const Finding& finding) {
  json object = finding;
  object["format"] = kFormat;
  for (const ModuleField& field : kModuleFields) object.erase(field.name);
  return object;
}

std::string dump(const json& object) { return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n"; }

Result<Finding> finding_of(json object, const std::string& name) {
  try {
    if (object.at("format") != kFormat)
      return Error{name + ": format " + object.at("format").dump() + " is not known, " + std::to_string(kFormat) +
                   " is"};
    if (!finding_kind_of(object.at("kind").get<std::string>()))
      return Error{name + ": no kind of finding is called " + object.at("kind").dump()};
    return object.get<Finding>();
  } catch (const json::exception& error) {
    return Error{name + ": " + error.what()};
  }
}

Result<json> parse_json(const std::string& text, const std::string& name) {
  bool is_deep = false;
  const auto within_levels = [&](int level, json::parse_event_t, json&) {
    is_deep = is_deep || level > kMostLevels;
    return !is_deep;
  };
  try {
    json object = json::parse(text, within_levels);
    if (is_deep) return Error{name + ": is nested too deeply"};
    if (!object.is_object()) return Error{name + ": a JSON object is expected"};
    return object;
  } catch (const json::exception& error) {
    return Error{name + ": " + error.what()};
  }
}

Status write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return Error{path.string() + ": can't be written"};
  return std::nullopt;
}

/// What leads elsewhere, or waits for somebody who writes, is no file of a bundle.
Result<std::string> read_file(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(path, error).type();
  if (type != fs::file_type::regular && type != fs::file_type::not_found)
    return Error{path.string() + ": is no regular file"};
  const auto size = fs::file_size(path, error);
  if (error) return Error{path.string() + ": " + error.message()};
  if (size > kLargestFile) return Error{path.string() + ": is larger than a bundle's file can be"};
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Error{path.string() + ": can't be read"};
  return text.str();
}

// A module as the release that it is about can read it; its own text where that needs no other words.
std::string text_for(const CompilerId& compiler, const std::string& text) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, text, "case.ll");
  const int version = std::atoi(compiler.version.c_str());
  if (!module || version == 0) return text;
  const auto spelling = optimize::spell_module(**module, version);
  if (!spelling || spelling->text == ir::print(**module)) return text;
  return spelling->text;
}

/// The test, with checks by LLVM's own script where that is known.
std::string test_with_checks(const Finding& finding, const Context& context, std::vector<std::string>* notes) {
  const std::string test = regression_test(finding, context);
  if (context.update_test_checks.empty() || finding.kind != FindingKind::Miscompile || is_llc(finding.compiler))
    return test;
  const std::string& expected = context.right.empty() ? finding.reduced : context.right;
  const auto updated = with_checks_by_script(test, expected, context.update_test_checks);
  if (updated) return *updated;
  if (notes != nullptr) notes->push_back(updated.error());
  Context without = context;
  without.update_test_checks.clear();
  return regression_test(finding, without);
}

}  // namespace

Status write_bundle(const Finding& finding, const std::string& folder, const Context& context,
                    std::vector<std::string>* notes) {
  const fs::path path(folder);
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Error{folder + ": " + error.message()};
  json object = json_of(finding);
  const std::string original = text_for(finding.compiler, finding.original);
  if (original != finding.original) object["original"] = finding.original;  // the finding's id is made of it
  const std::pair<const char*, std::string> files[] = {
      {"original.ll", original},
      {"case.ll", text_for(finding.compiler, finding.reduced)},
      {"target.ll", finding.reduced_target},
      {"bundle.json", dump(object)},
      {"run.sh", run_script(finding)},
      {"issue.md", issue_text(finding, context)},
      {"test.ll", test_with_checks(finding, context, notes)},
  };
  for (const auto& [name, text] : files)
    if (Status failed = write_file(path / name, text)) return failed;
  fs::permissions(path / "run.sh", fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add, error);
  if (error) return Error{(path / "run.sh").string() + ": " + error.message()};
  return std::nullopt;
}

Result<Finding> load_bundle(const std::string& path) {
  const fs::path folder = fs::path(path).filename() == "bundle.json" ? fs::path(path).parent_path() : fs::path(path);
  const fs::path file = folder / "bundle.json";
  const auto text = read_file(file);
  if (!text) return Error{text.error()};
  const auto object = parse_json(*text, file.string());
  if (!object) return Error{object.error()};
  auto finding = finding_of(*object, file.string());
  if (!finding) return finding;
  for (const ModuleField& field : kModuleFields) {
    auto module = read_file(folder / field.file);
    if (!module) return Error{module.error()};
    if (object->contains(field.name)) continue;
    (*finding).*field.member = std::move(*module);
  }
  if (finding->title.empty()) finding->title = triage::title(*finding);  // a bundle of an older version
  return finding;
}

}  // namespace assay::report
