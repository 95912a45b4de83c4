#include "services/cli/settings.h"

#include <CLI/CLI.hpp>

#include "services/cli/options.h"
#include "services/worker/semantics/variant.h"

namespace assay::cli {
namespace {

/// Reads the words of `assay check --semantics`.
std::string complaint_about(const std::string& semantics) {
  const auto variant = semantics::parse_variant(semantics);
  return variant ? "" : variant.error();
}

void add(CLI::App& app, const SettingRow& row, std::string& into, const std::string&) {
  CLI::Option* option = app.add_option(std::string(row.flag), into, std::string(row.sentence));
  if (row.name != "semantics") return;
  option->check(complaint_about);
  option->description(std::string(row.sentence) + ":\n" + semantics::variant_help());
}

template <class Number>
requires std::is_arithmetic_v<Number>
void add(CLI::App& app, const SettingRow& row, Number& into, Number usual) {
  CLI::Option* option = app.add_option(std::string(row.flag), into, std::string(row.sentence));
  option->default_str(std::to_string(usual));
  if (row.unit == "milliseconds") as_duration(option, 1);
}

/// Both ends of a switch as words of one option.
void add_words(CLI::App& app, const SettingRow& row, bool& into, bool usual) {
  const std::string flag(row.flag.substr(0, row.flag.find('=')));
  const std::string on(row.flag.substr(row.flag.find('=') + 1)), off(row.off.substr(row.off.find('=') + 1));
  const auto take = [&into, on](const std::string& word) { into = word == on; };
  app.add_option_function<std::string>(flag, take, std::string(row.sentence) + " (" + (usual ? on : off) + ")")
      ->check(CLI::IsMember({on, off}));
}

void add(CLI::App& app, const SettingRow& row, bool& into, bool usual) {
  if (row.flag.find('=') != std::string_view::npos) return add_words(app, row, into, usual);
  const std::string_view flag = usual ? row.off : row.flag, told = usual ? row.told_off : row.sentence;
  app.add_flag_callback(
      std::string(flag), [&into, usual] { into = !usual; }, std::string(told));
}

}  // namespace

void add_settings(CLI::App& app, Verbs verb, Question& into) {
  each_setting(into, [&](const SettingRow& row, auto& value) {
    if ((row.offered & verb) != 0) add(app, row, value, value);
  });
}

void add_settings(CLI::App& app, HuntSettings& into) {
  const Question usual = question_by(AskedBy::Hunt);
  std::size_t row = 0;
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence)                       \
  if constexpr (((offered)&kHunt) != 0) add(app, kSettings[row], settings.field, usual.field); \
  ++row;
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off) \
  ASSAY_SETTING(bool, field, value, offered, on, "", "")
#define ASSAY_DEFAULT(asker, field, value, reason)
  const auto add_all = [&](auto& settings) {
#include "services/common/settings.def"
  };
  add_all(into);
}

void change(Question& question, const Question& said) {
  const Question nobody;
  each_field(
      question,
      [](const char*, auto& asked, const auto& wanted, const auto& usual) {
        if (wanted != usual) asked = wanted;
      },
      said, nobody);
}

}  // namespace assay::cli
