#pragma once

#include <map>

#include "services/coordinator/facts/facts.h"
#include "services/coordinator/store/sql.h"
#include "services/worker/ir/ir.h"
#include "tests/unit/store/store_fixture.h"

namespace assay::facts {

/// A database with the facts of modules and of bugs.
class FactsTest : public store::StoreTest {
 protected:
  static store::ModuleFacts facts_of_text(const std::string& text) {
    llvm::LLVMContext context;
    auto module = ir::parse(context, text, "test");
    EXPECT_TRUE(module) << module.error() << "\n" << text;
    if (!module) return {};
    const Status invalid = ir::verify(**module);
    EXPECT_FALSE(invalid) << invalid->message << "\n" << text;
    return facts_of(**module);
  }

  void add_file(const std::string& name, const std::string& text) {
    store::ModuleFacts facts = facts_of_text(text);
    facts.name = name;
    record({facts});
  }

  void record(const std::vector<store::ModuleFacts>& modules) {
    store::Store store = open();
    const Status failed = store.record_facts(modules);
    ASSERT_FALSE(failed) << failed->message;
  }

  /// A bug with its facts, known by its signature.
  void add_bug(Finding finding, const std::string& signature, const std::string& source, const std::string& target) {
    finding.signature = finding.title = signature;
    finding.reduced = finding.original = source;
    finding.reduced_target = target;
    store::Store store = open();
    const auto recorded = store.record_finding(finding);
    ASSERT_TRUE(recorded) << recorded.error();
    names_[recorded->bug_id] = signature;
    std::vector<store::ModuleFacts> modules;
    for (const auto& [side, text] : {std::pair{"source", source}, {"target", target}}) {
      modules.push_back(facts_of_text(text));
      modules.back().bug_id = recorded->bug_id;
      modules.back().finding_id = finding.id();
      modules.back().side = side;
    }
    const Status failed = store.record_facts(modules);
    ASSERT_FALSE(failed) << failed->message;
  }

  /// Rows as text: '|' between columns, a line each. Bugs are called by their signatures.
  std::string ask(const std::string& sql) const {
    const auto answer = store::answer_sql(path(), sql, {std::chrono::seconds(60), 1'000'000});
    if (!answer) return answer.error();
    std::string text;
    for (const auto& row : answer->rows) {
      for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "|" : "") + text_of(row[i]);
      text += "\n";
    }
    return text;
  }

 private:
  std::string text_of(const store::SqlValue& value) const {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    if (const auto* real = std::get_if<double>(&value)) return std::to_string(*real);
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr) return "NULL";
    const auto bug = names_.find(*text);
    return bug == names_.end() ? *text : bug->second;
  }

  std::map<std::string, std::string> names_;  // of bugs
};

}  // namespace assay::facts
