// The questions of docs/queries.md are asked as they stand there.
#include <cstdlib>
#include <sstream>

#include "tests/unit/facts/facts_fixture.h"

namespace assay::facts {
namespace {

/// The indented blocks that are SQL, each up to its semicolon, by the line of text before them.
std::vector<std::pair<std::string, std::string>> questions(const std::string& file) {
  std::ifstream input(file);
  std::vector<std::pair<std::string, std::string>> found;
  std::string heading, sql;
  for (std::string line; std::getline(input, line);) {
    const bool indented = line.starts_with("    ");
    if (!indented && !line.empty()) heading = line;
    if (sql.empty() && !line.starts_with("    SELECT")) continue;
    sql += line + "\n";
    if (!line.ends_with(";")) continue;
    found.emplace_back(heading, std::move(sql));
    sql.clear();
  }
  EXPECT_EQ(sql, "") << "a question without its semicolon";
  return found;
}

std::string function(const std::string& type, const std::string& parameters, const std::string& body) {
  return "define " + type + " @f(" + parameters + ") {\n" + body + "\n}\n";
}

class Queries : public FactsTest {
 protected:
  static Finding finding() {
    Finding finding = store::make_finding(1);
    finding.culprit = "sroa";
    finding.compiler.version = "19.1.7";
    finding.counterexample.reset();
    return finding;
  }
  void add(const std::string& name, const std::string& source, const std::string& target) {
    add_bug(finding(), name, source, target);
  }

  void add_bugs() {
    const auto looping = [](const std::string& last) {
      return function("i8", "ptr %p, i1 %c",
                      "entry:\n br label %loop\nloop:\n %v = load i8, ptr %p, align 1, !range !0\n" + last +
                          "\n br i1 %c, label %loop, label %out\nout:\n ret i8 %v") +
             "!0 = !{i8 0, i8 9}\n";
    };
    add("freeze in a loop", looping(" %z = freeze i8 %v"), looping(""));
    const std::string once =
        function("i8", "ptr %p", " %v = load i8, ptr %p, align 1, !range !0\n %z = freeze i8 %v\n ret i8 %z") +
        "!0 = !{i8 0, i8 9}\n";
    add("freeze once", once, once);
    Finding old = finding();
    old.culprit = "instcombine";
    old.found_at = "2025-12-02T03:04:05Z";
    add_bug(old, "lost nsw", function("i8", "i8 %x", " %a = add nsw i8 %x, 1\n ret i8 %a"),
            function("i8", "i8 %x", " %a = add i8 %x, 1\n ret i8 %a"));
    add("gained nuw", function("i8", "i8 %x", " %a = mul i8 %x, 2\n ret i8 %a"),
        function("i8", "i8 %x", " %a = mul nuw i8 %x, 2\n ret i8 %a"));
    add("negated", function("i8", "i8 %x", " %n = sub i8 0, %x\n %a = shl i8 %n, 1\n ret i8 %a"),
        function("i8", "i8 %x", " ret i8 %x"));
    add("wide shift", function("i8", "i8 %x", " %a = lshr i8 %x, 7\n ret i8 %a"),
        function("i8", "i8 %x", " %a = lshr i8 %x, 8\n ret i8 %a"));
    add("umin",
        function("i8", "i8 %x", " %a = call i8 @llvm.umin.i8(i8 %x, i8 1)\n ret i8 %a") +
            "declare i8 @llvm.umin.i8(i8, i8)\n",
        function("i8", "i8 %x", " ret i8 %x"));
    add("odd width", function("i7", "i7 %x", " %a = mul i7 %x, %x\n ret i7 %a"), function("i7", "i7 %x", " ret i7 %x"));
    Finding poison = finding();
    poison.compiler.version = "22.1.8";
    poison.counterexample = store::make_finding(1).counterexample;
    poison.counterexample->inputs[0].value = "poison";
    add_bug(poison, "poison", function("i8", "i8 %x", " %a = and i8 %x, poison\n ret i8 %a"),
            function("i8", "i8 %x", " ret i8 %x"));
    add("branch", function("i8", "i1 %c", " %a = select i1 %c, i8 1, i8 2\n ret i8 %a"),
        function("i8", "i1 %c", " br i1 %c, label %a, label %b\na:\n ret i8 1\nb:\n ret i8 2"));
    Finding gvn = finding();
    gvn.culprit = "gvn";
    add_bug(gvn, "new load", function("i8", "ptr %p", " ret i8 0"),
            function("i8", "ptr %p", " %v = load i8, ptr %p, align 1\n ret i8 %v"));
    add("structure", function("ptr", "ptr %p", " %q = getelementptr { i8, i32 }, ptr %p, i64 0, i32 1\n ret ptr %q"),
        function("ptr", "ptr %p", " ret ptr %p"));
    add("noundef", function("i8", "i8 noundef %x", " ret i8 %x"), function("i8", "i8 noundef %x", " ret i8 0"));
    add("fast", function("float", "float %x", " %a = fadd nnan float %x, 1.0\n ret float %a"),
        function("float", "float %x", " ret float %x"));
    add("volatile", function("void", "ptr %p", " store volatile i8 0, ptr %p, align 1\n ret void"),
        function("void", "ptr %p", " ret void"));
  }

  void add_hunt() {
    store::Store store = open();
    store::Hunt hunt;
    hunt.id = "h";
    hunt.batch_size = 1;
    hunt.statistics.mutants = 10;
    hunt.statistics.seconds = 2;
    hunt.statistics.unknown_reasons = {{"timeout", 1}};
    ASSERT_FALSE(store.create_hunt(hunt));
    ASSERT_FALSE(store.register_worker({"w", "", "", 1, "", "", {}}));
    ASSERT_FALSE(store.add_lease({"h", 0, 1, 1, "w", 2, 0}));
  }
};

TEST_F(Queries, EachQuestionOfTheGuideHasItsAnswer) {
  const std::map<std::string, std::string> answers{
      {"Bugs by pass, the ones still open:", "sroa|miscompile|13|13\ngvn|miscompile|1|1\ninstcombine|miscompile|1|1\n"},
      {"Passes by bugs per month:", "2026-01|sroa|13\n2026-01|gvn|1\n2025-12|instcombine|1\n"},
      {"In which releases was each bug of a pass seen?", "lost nsw|lost nsw|19.1.7\n"},
      {"Bugs of the newest compiler that no older one has (regressions):", "poison|poison\n"},
      {"Counterexamples in which an input is poison:", "poison\n"},
      {"Bugs where a freeze uses a load with `!range`, in a loop:", "freeze in a loop\n"},
      {"Reduced cases whose target drops an nsw:", "lost nsw|add|%a\n"},
      {"Targets that promise more than the source: flags that were added to an instruction that stayed:",
       "gained nuw|mul|nuw\n"},
      {"Which instructions do the sources of a pass's bugs have?", "ret|1\n"},
      {"Cases whose source has a shift of a negated value:", "negated\n"},
      {"Targets that shift by at least the width:", "wide shift|lshr|8|8\n"},
      {"Cases that call an intrinsic:", "umin|@llvm.umin.i8\n"},
      {"Cases with integers of a width that no machine has:", "odd width|i7\n"},
      {"Sources with undef or poison in an operand:", "poison|poison|and\n"},
      {"Targets that branch where the source does not:", "branch\n"},
      {"Targets with a load of which the source has none:", "new load\n"},
      {"Addresses that lead through a structure:", "structure|{ i8, i32 }\n"},
      {"Parameters that may not be undef, in bugs that are not reported yet:", "noundef|%x\n"},
      {"Cases with fast-math flags, by flag:", "fast|fadd|nnan\n"},
      {"Volatile and atomic accesses that the target does not have:", "volatile|store\n"},
      {"How much of a hunt was really checked?", "h|10|0|0|0|0|0|5.000000\n"},
      {"And why not the rest?", "unknown|timeout|1\n"},
      {"Batches that killed their workers:", "h|0|1|2|leased\n"},
  };
  const char* source = std::getenv("ASSAY_SOURCE");
  ASSERT_NE(source, nullptr) << "run by ctest, or set ASSAY_SOURCE to the source folder";
  add_bugs();
  add_hunt();
  const auto all = questions(std::string(source) + "/docs/queries.md");
  EXPECT_EQ(all.size(), answers.size());
  for (const auto& [heading, sql] : all) {
    const auto expected = answers.find(heading);
    ASSERT_NE(expected, answers.end()) << heading;
    EXPECT_EQ(ask(sql), expected->second) << heading << "\n" << sql;
  }
}

}  // namespace
}  // namespace assay::facts
