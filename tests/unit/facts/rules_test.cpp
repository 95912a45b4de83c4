// LangRef's constraints as views: empty on valid IR, and each finds what breaks it.
#include <set>

#include "fuzzers/generate/generate.h"
#include "services/common/rng.h"
#include "services/coordinator/store/schema_notes.h"
#include "services/coordinator/store/sqlite.h"
#include "tests/unit/facts/facts_fixture.h"

namespace assay::facts {
namespace {

using Rules = FactsTest;

constexpr const char* kModule = R"(
%T = type { i32, [4 x i8], <2 x i8> }
declare i32 @h(i32, ...)
declare i32 @personality(...)
define i32 @f(i32 %x, ptr %p) personality ptr @personality {
entry:
  %m = alloca i32, align 4
  %a = add nsw i32 %x, 5
  %z = freeze i32 %a
  %e = sext i32 %x to i64
  %c = icmp slt i32 %a, 7
  %s = select i1 %c, i32 %a, i32 %x
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %m, align 4
  %q = getelementptr inbounds %T, ptr %p, i64 0, i32 1, i32 %x
  br i1 %c, label %next, label %out
next:
  %g = extractvalue { i32, [2 x i8] } { i32 1, [2 x i8] c"ab" }, 1, 0
  %w = shufflevector <2 x i8> <i8 1, i8 2>, <2 x i8> poison, <3 x i32> <i32 0, i32 poison, i32 3>
  %l = extractelement <3 x i8> %w, i32 1
  %o = cmpxchg ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %i = invoke i32 (i32, ...) @h(i32 1, ptr %p) to label %out unwind label %pad
out:
  %r = phi i32 [ %a, %entry ], [ %i, %next ]
  switch i32 %r, label %k [ i32 1, label %k
    i32 2, label %k ]
k:
  ret i32 %r
pad:
  %d = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %d
}
define void @nothing() {
  ret void
}
)";

/// A rule, and what breaks it.
constexpr std::pair<const char*, const char*> kBreaks[] = {
    {"vector_type", "UPDATE ir_types SET elements = 0 WHERE kind = 'vector'"},
    {"aggregate_type",
     "UPDATE ir_type_components SET component_id = (SELECT id FROM ir_types WHERE text = 'void') WHERE role = 'field' "
     "AND position = 0"},
    {"function_type",
     "UPDATE ir_type_components SET component_id = (SELECT id FROM ir_types WHERE text = 'label') WHERE role = "
     "'return'"},
    {"parameters", "DELETE FROM ir_parameters WHERE position = 1"},
    {"names", "UPDATE ir_instructions SET name = '%x' WHERE name = '%a'"},
    {"terminator", "UPDATE ir_instructions SET opcode = 'freeze' WHERE opcode = 'ret'"},
    {"entry", "INSERT INTO ir_edges SELECT id, 9, id FROM ir_blocks WHERE position = 0"},
    {"return", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%r'"},
    {"phi_first", "UPDATE ir_instructions SET opcode = 'phi' WHERE name = '%w'"},
    {"phi_type", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%i'"},
    {"phi_predecessors", "DELETE FROM ir_edges WHERE successor_id = (SELECT id FROM ir_blocks WHERE name = '%out')"},
    {"dominance",
     "UPDATE ir_operands SET variable_id = (SELECT id FROM ir_instructions WHERE name = '%i')"
     " WHERE role = 'left' AND instruction_id = (SELECT id FROM ir_instructions WHERE name = '%c')"},
    {"no_result", "UPDATE ir_instructions SET name = '%n' WHERE opcode = 'br'"},
    {"binary", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%a'"},
    {"operands", "DELETE FROM ir_operands WHERE role = 'right'"},
    {"unary", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%z'"},
    {"cast", "UPDATE ir_instructions SET opcode = 'trunc' WHERE opcode = 'sext'"},
    {"compare", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%c'"},
    {"select", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%c'"},
    {"address", "UPDATE ir_parameters SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%p'"},
    {"alloca",
     "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE opcode = 'alloca'"},
    {"gep", "DELETE FROM ir_type_components WHERE role = 'field' AND position = 1"},
    {"aggregate_access", "UPDATE ir_indices SET value = 7 WHERE value = 1"},
    {"element_access",
     "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%l'"},
    {"shuffle", "UPDATE ir_indices SET value = 9 WHERE value = 3"},
    {"branch", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%c'"},
    {"switch", "UPDATE ir_operands SET constant_id = (SELECT MIN(constant_id) FROM ir_integers) WHERE role = 'case'"},
    {"call", "UPDATE ir_instructions SET type_id = (SELECT id FROM ir_types WHERE text = 'i64') WHERE name = '%i'"},
    {"invoke", "UPDATE ir_instructions SET opcode = 'freeze' WHERE opcode = 'landingpad'"},
    {"landingpad", "DELETE FROM ir_flags WHERE flag = 'cleanup'"},
    {"flags", "INSERT INTO ir_flags SELECT id, 'nsw' FROM ir_instructions WHERE opcode = 'icmp'"},
    {"atomic", "UPDATE ir_properties SET value = 'unordered' WHERE property = 'ordering'"},
};

TEST_F(Rules, EachFindsWhatBreaksItAndNothingBefore) {
  add_file("m.ll", kModule);
  for (const auto& [rule, breaks] : kBreaks) {
    std::filesystem::copy_file(path(), path("broken.db"), std::filesystem::copy_options::overwrite_existing);
    const auto count = [&] {
      const auto answer = store::answer_sql(
          path("broken.db"), std::string("SELECT COUNT(*) > 0 FROM ir_violations WHERE rule = '") + rule + "'");
      return answer ? std::get<std::int64_t>(answer->rows[0][0]) : -1;
    };
    EXPECT_EQ(count(), 0) << rule;
    {
      auto database = store::Database::open(path("broken.db"), false);
      ASSERT_TRUE(database) << database.error();
      const Status failed = (*database)->execute(breaks);
      ASSERT_FALSE(failed) << failed->message;
    }
    EXPECT_EQ(count(), 1) << rule;
  }
}

TEST_F(Rules, EachHasACaseThatBreaksIt) {
  std::set<std::string> rules;
  for (const store::TableNote& table : *store::schema_notes())
    if (table.name.starts_with("ir_rule_")) rules.insert(table.name.substr(8));
  for (const auto& [rule, breaks] : kBreaks) EXPECT_EQ(rules.erase(rule), 1u) << rule;
  EXPECT_TRUE(rules.empty()) << *rules.begin();
}

TEST_F(Rules, GeneratedFunctionsBreakNone) {
  llvm::LLVMContext context;
  llvm::Module module("generated", context);
  std::uint64_t number = 0;
  for (const std::string& profile : generate::profile_names())
    for (int i = 0; i < 20; ++i, ++number) {
      Rng rng = Rng(7).fork(number);
      generate::generate_function(module, rng, *generate::profile_named(profile), "f" + std::to_string(number));
    }
  store::ModuleFacts facts = facts_of(module);
  record({facts});
  EXPECT_EQ(ask("SELECT COUNT(*) > 1000 FROM ir_instructions"), "1\n");
  EXPECT_EQ(ask("SELECT rule, detail FROM ir_violations"), "");
}

TEST_F(Rules, SeedsBreakNone) {
  const char* source = std::getenv("ASSAY_SOURCE");
  ASSERT_NE(source, nullptr) << "run by ctest, or set ASSAY_SOURCE to the source folder";
  std::vector<store::ModuleFacts> all;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(source) / "corpus/seeds")) {
    if (file.path().extension() != ".ll") continue;
    llvm::LLVMContext context;
    auto module = ir::parse_file(context, file.path());
    ASSERT_TRUE(module) << module.error();
    all.push_back(facts_of(**module));
    all.back().name = file.path();
  }
  ASSERT_GT(all.size(), 10u);
  record(all);
  EXPECT_EQ(ask("SELECT rule, detail FROM ir_violations"), "");
}

}  // namespace
}  // namespace assay::facts
