#include "services/common/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "services/common/fields_json.h"
#include "services/common/question.h"
#include "services/common/work.h"

namespace assay {
namespace {

std::string text_of(const std::string& value) { return value.empty() ? "nothing" : value; }
std::string text_of(bool value) { return value ? "yes" : "no"; }
template <class Number>
std::string text_of(Number value) {
  return std::to_string(value);
}

std::string verbs_of(Verbs offered) {
  std::string text;
  for (const auto& [bit, word] : {std::pair(kCheck, "check"),
                                  {kHunt, "hunt"},
                                  {kReplay, "replay"},
                                  {kReduce, "reduce"},
                                  {kPr, "pr"},
                                  {kPlugin, "plugin"}})
    if ((offered & bit) != 0) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

std::string flags_of(const SettingRow& row) {
  std::string text;
  for (const std::string_view flag : {row.flag, row.off})
    if (!flag.empty()) text += (text.empty() ? "" : ", ") + ("`" + std::string(flag) + "`");
  return text;
}

const char* name_of(AskedBy asker) {
  switch (asker) {
    case AskedBy::Nobody:
      return "a finding that does not say";
    case AskedBy::Check:
      return "`assay check`";
    case AskedBy::Hunt:
      return "a hunt";
    case AskedBy::Code:
      return "a checker made in code";
  }
  return "";
}

/// The value of the setting of that name.
std::string value_in(const Question& question, std::string_view name) {
  std::string text;
  each_setting(question, [&](const SettingRow& row, const auto& value) {
    if (row.name == name) text = text_of(value);
  });
  return text;
}

/// The table for a reader.
std::string settings_page() {
  std::string page =
      "# Settings of a check\n\n"
      "What an answer depends on beside the case, the pipeline and the compiler. Findings, bundles and the wire carry\n"
      "these as their question, under these names. A test writes this page from `services/common/settings.def`.\n\n"
      "| setting | default | flags | of | what it says |\n|---|---|---|---|---|\n";
  const Question nobody;
  each_setting(nobody, [&](const SettingRow& row, const auto& value) {
    std::string unit;
    if (!row.unit.empty()) unit = " " + std::string(row.unit);
    page += "| " + std::string(row.name) + " | " + text_of(value) + unit + " | " + flags_of(row) + " | " +
            verbs_of(row.offered) + " | " + std::string(row.sentence.empty() ? row.told_off : row.sentence) + " |\n";
  });
  page += "\nWhere somebody else is the asker:\n\n| setting | asked by | default | because |\n|---|---|---|---|\n";
  for (const OtherDefault& other : kOtherDefaults)
    page += "| " + std::string(other.setting) + " | " + name_of(other.asker) + " | " +
            value_in(question_by(other.asker), other.setting) + " | " + std::string(other.reason) + " |\n";
  return page;
}

TEST(Settings, ThePageOfDocumentationIsTheTable) {
  const std::string path = std::string(std::getenv("ASSAY_SOURCE")) + "/docs/settings.md";
  if (std::getenv("ASSAY_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << settings_page();
  std::ostringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_EQ(page.str(), settings_page()) << "ASSAY_UPDATE_GOLDENS=1 writes it";
}

TEST(Settings, ARecordedQuestionThatDoesNotSayAsksWhatWasAskedBeforeTheSettingWasThere) {
  const auto question = nlohmann::json::parse("{}").get<Question>();
  EXPECT_EQ(
      nlohmann::json(question).dump(),
      R"({"compile_memory_mb":4096,"compile_ms":10000,"confirmed_only":false,"exhaustive_budget":4000000,)"
      R"("opt_args":"","oracle":"","poison_inputs":true,"quick_budget":20000,"samples":48,"seed":1,"semantics":"langref",)"
      R"("smt_memory_mb":2048,"smt_timeout_ms":10000,"undef_inputs":false,"unroll":0})");
}

TEST(Settings, AHuntHasItsOwnDefaultsAndWhatItsUserSaysComesFirst) {
  Question question = question_by(AskedBy::Hunt);
  EXPECT_EQ(question.smt_timeout_ms, 50u);
  EXPECT_EQ(question.exhaustive_budget, 1'000'000u);
  EXPECT_TRUE(question.confirmed_only);
  EXPECT_FALSE(question.undef_inputs);
  take_settings<kHunt>(question, HuntSettings{});
  EXPECT_EQ(question, question_by(AskedBy::Hunt)) << "zero means the default";
  HuntSettings settings;
  settings.undef_inputs = true;
  settings.unroll = 3;
  settings.smt_timeout_ms = 7;
  take_settings<kHunt>(question, settings);
  EXPECT_TRUE(question.undef_inputs);
  EXPECT_EQ(question.unroll, 3u);
  EXPECT_EQ(question.smt_timeout_ms, 7u);
}

TEST(Settings, ASettingThatAVerbOffersHasAFlagOfItsOwnAndASentence) {
  std::set<std::string_view> flags;
  for (const SettingRow& row : kSettings) {
    EXPECT_FALSE(row.sentence.empty() && row.told_off.empty()) << row.name;
    EXPECT_EQ(row.offered != 0, !row.flag.empty() || !row.off.empty()) << row.name;
    for (const std::string_view flag : {row.flag, row.off})
      if (!flag.empty()) EXPECT_TRUE(flag.starts_with("--") && flags.insert(flag).second) << flag;
  }
}

TEST(Settings, AnotherDefaultIsOfARowAndHasAReason) {
  for (const OtherDefault& other : kOtherDefaults) {
    EXPECT_EQ(setting_named(other.setting).name, other.setting);
    EXPECT_FALSE(other.reason.empty()) << other.setting;
    EXPECT_NE(question_by(other.asker), Question()) << other.setting;
  }
}

}  // namespace
}  // namespace assay
