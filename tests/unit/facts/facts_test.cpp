#include "services/coordinator/store/sqlite.h"
#include "tests/unit/facts/facts_fixture.h"

#include <llvm/IR/Instruction.h>

#include "services/common/hash.h"
#include "services/coordinator/store/ir_facts.h"

namespace assay::facts {
namespace {

using Facts = FactsTest;

constexpr const char* kModule = R"(
%T = type { i32, [4 x %S], <2 x i8> }
%S = type <{ i16, ptr addrspace(1) }>
@g = internal constant i32 5, align 4
declare i32 @h(i32 noundef, ...) nounwind
declare i32 @personality(...)
define i32 @f(i32 %x, ptr align 8 dereferenceable(16) %p) personality ptr @personality {
entry:
  %a = add nuw nsw i32 %x, -5
  %c = icmp slt i32 %a, 7
  %q = getelementptr inbounds %T, ptr %p, i64 0, i32 1, i32 %x, i32 1
  br i1 %c, label %next, label %out
next:
  %z = extractvalue { i32, [2 x i8] } { i32 1, [2 x i8] c"ab" }, 1, 0
  %s = shufflevector <2 x i8> <i8 3, i8 3>, <2 x i8> poison, <3 x i32> <i32 0, i32 poison, i32 3>
  %o = cmpxchg weak ptr %p, i32 0, i32 1 syncscope("agent") acq_rel monotonic, align 4
  %w = invoke i32 (i32, ...) @h(i32 noundef 1, ptr @g) [ "b"(i32 %x) ] to label %out unwind label %pad
out:
  %r = phi i32 [ %a, %entry ], [ %w, %next ]
  switch i32 %r, label %k [ i32 1, label %k
    i32 2, label %k ]
k:
  ret i32 %r
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
)";

TEST_F(Facts, OperandsHaveTheRolesOfLangRef) {
  add_file("m.ll", kModule);
  const auto operands = [&](const std::string& name) {
    return ask(
        "SELECT role, o.position, is_constant, text FROM ir_code AS c JOIN ir_operand_values AS o USING "
        "(instruction_id) WHERE c.name = '" +
        name + "' OR c.opcode = '" + name + "' ORDER BY 1, 2");
  };
  EXPECT_EQ(operands("%a"), "left|0|0|%x\nright|0|1|-5\n");
  EXPECT_EQ(operands("%q"), "index|0|1|0\nindex|1|1|1\nindex|2|0|%x\nindex|3|1|1\npointer|0|0|%p\n");
  EXPECT_EQ(operands("br"), "condition|0|0|%c\nfalse|0|0|%out\ntrue|0|0|%next\n");
  EXPECT_EQ(operands("%w"),
            "argument|0|1|1\nargument|1|1|@g\nbundle|0|0|%x\ncallee|0|1|@h\nnormal|0|0|%out\nunwind|0|0|%pad\n");
  EXPECT_EQ(operands("%r"), "block|0|0|%entry\nblock|1|0|%next\nvalue|0|0|%a\nvalue|1|0|%w\n");
  EXPECT_EQ(operands("switch"),
            "case|0|1|1\ncase|1|1|2\ncondition|0|0|%r\ndefault|0|0|%k\ndestination|0|0|%k\ndestination|1|0|%k\n");
  EXPECT_EQ(operands("%o"), "compare|0|1|0\nnew|0|1|1\npointer|0|0|%p\n");
}

TEST_F(Facts, WhatInstructionsSayBesideTheirOperandsIsThere) {
  add_file("m.ll", kModule);
  EXPECT_EQ(ask("SELECT name, flag FROM ir_code JOIN ir_flags USING (instruction_id) ORDER BY 1, 2"),
            "%a|nsw\n%a|nuw\n%l|cleanup\n%o|atomic\n%o|weak\n%q|inbounds\n");
  EXPECT_EQ(ask("SELECT name, property, value FROM ir_code JOIN ir_properties USING (instruction_id) ORDER BY 1, 2"),
            "%c|predicate|slt\n%o|alignment|4\n%o|failure-ordering|monotonic\n%o|ordering|acq_rel\n%o|syncscope|"
            "agent\n%w|bundle 0|b\n");
  EXPECT_EQ(
      ask("SELECT name, i.position, value FROM ir_code JOIN ir_indices AS i USING (instruction_id) ORDER BY 1, 2"),
      "%s|0|0\n%s|1|-1\n%s|2|3\n%z|0|1\n%z|1|0\n");
  EXPECT_EQ(ask("SELECT place, a.position, attribute, value FROM ir_call_attributes AS a"), "parameter|0|noundef|\n");
  EXPECT_EQ(
      ask("SELECT name, place, a.position, attribute, value FROM ir_function_attributes AS a JOIN ir_functions ON id = "
          "function_id ORDER BY 1, 2, 4"),
      "@f|parameter|1|align|8\n@f|parameter|1|dereferenceable|16\n@h|function|0|nounwind|\n@h|parameter|0|noundef|\n");
  EXPECT_EQ(ask("SELECT g.name, text, is_constant, linkage, alignment, initializer FROM ir_globals AS g JOIN ir_types "
                "AS t ON t.id = type_id"),
            "@g|i32|1|internal|4|5\n");
}

/// %S where another type names it.
std::string packed() { return "%S#" + content_id("%S = type <{ i16, ptr addrspace(1) }>").substr(0, 12); }

TEST_F(Facts, TypesAreKnownByTheirComponents) {
  add_file("m.ll", kModule);
  EXPECT_EQ(ask("SELECT role, c.position, e.text FROM ir_types AS t JOIN ir_type_components AS c ON c.type_id = t.id "
                "JOIN ir_types AS e ON e.id = c.component_id"
                " WHERE t.text LIKE '\\%T = %' ESCAPE '\\' ORDER BY 2"),
            "field|0|i32\nfield|1|[4 x " + packed() + "]\nfield|2|<2 x i8>\n");
  EXPECT_EQ(ask("SELECT kind, elements, form FROM ir_types WHERE text = '%S = type <{ i16, ptr addrspace(1) }>'"),
            "structure|2|packed\n");
  EXPECT_EQ(ask("SELECT kind, elements, form FROM ir_types WHERE text = 'i32 (i32, ...)'"), "function|1|variadic\n");
  EXPECT_EQ(ask("SELECT address_space FROM ir_types WHERE text = 'ptr addrspace(1)'"), "1\n");
}

TEST_F(Facts, TypesOnTheWayOfAnAddressAndOfAnAggregateAreDerived) {
  add_file("m.ll", kModule);
  EXPECT_EQ(ask("SELECT v.position, t.text FROM ir_gep_types AS v JOIN ir_types AS t ON t.id = v.type_id ORDER BY 1"),
            "0|%T = type { i32, [4 x " + packed() + "], <2 x i8> }\n1|[4 x " + packed() +
                "]\n"
                "2|%S = type <{ i16, ptr addrspace(1) }>\n3|ptr addrspace(1)\n");
  EXPECT_EQ(ask("SELECT v.position, t.text FROM ir_aggregate_access_types AS v JOIN ir_types AS t ON t.id = v.type_id "
                "ORDER BY 1"),
            "0|{ i32, [2 x i8] }\n1|[2 x i8]\n2|i8\n");
}

TEST_F(Facts, OneNameMayBeTwoStructures) {
  add_file("a.ll", "%T = type { i8 }\ndefine void @f(ptr %p) {\n %q = getelementptr %T, ptr %p, i64 1\n ret void\n}\n");
  add_file("b.ll",
           "%T = type { i16 }\ndefine void @f(ptr %p) {\n %q = getelementptr %T, ptr %p, i64 1\n ret void\n}\n");
  EXPECT_EQ(ask("SELECT c.module, t.text FROM ir_geps JOIN ir_code AS c USING (instruction_id) JOIN ir_types AS t ON "
                "t.id = source_type_id ORDER BY 1"),
            "a.ll|%T = type { i8 }\nb.ll|%T = type { i16 }\n");
}

TEST_F(Facts, OneNameWithinATypeMayBeTwoStructures) {
  for (const char* body : {"i8", "i16"})
    add_file(body,
             std::string("%S = type { ") + body +
                 " }\n%T = type { %S, %S }\ndefine void @f(ptr %p) {\n %q = getelementptr %T, ptr %p, i64 1\n ret "
                 "void\n}\n");
  EXPECT_EQ(ask("SELECT COUNT(*) FROM ir_types WHERE text LIKE '\\%T = %' ESCAPE '\\'"), "2\n");
  EXPECT_EQ(
      ask("SELECT DISTINCT e.text FROM ir_types AS t JOIN ir_type_components AS c ON c.type_id = t.id JOIN ir_types "
          "AS e ON e.id = c.component_id WHERE t.text LIKE '\\%T = %' ESCAPE '\\' ORDER BY 1"),
      "%S = type { i16 }\n%S = type { i8 }\n");
}

/// Each structure holds the one before twice, so that spelled out the last one has 2^n letters.
std::string doubling(int count) {
  std::string text = "%T0 = type { i8 }\n";
  for (int i = 1; i <= count; ++i) {
    const std::string before = "%T" + std::to_string(i - 1);
    text += "%T" + std::to_string(i) + " = type { " + before + ", " + before + " }\n";
  }
  return text + "define void @f(ptr %p) {\n %q = getelementptr %T" + std::to_string(count) +
         ", ptr %p, i64 1\n ret void\n}\n";
}

TEST_F(Facts, StructuresOfStructuresTakeARowEach) {
  const store::ModuleFacts facts = facts_of_text(doubling(24));
  EXPECT_EQ(facts.fault, "");
  std::size_t bytes = 0;
  for (const store::IrType& type : facts.types) bytes += type.text.size();
  EXPECT_LT(bytes, 4'000u);
  add_file("m.ll", doubling(24));
  EXPECT_EQ(ask("SELECT COUNT(*) FROM ir_types WHERE kind = 'structure'"), "25\n");
}

TEST_F(Facts, WhatIsBeyondTheBudgetIsLeftOutAndTold) {
  std::string text = "define i32 @f(i32 %x) {\n";
  for (int i = 0; i < 1000; ++i) text += "  %v" + std::to_string(i) + " = add i32 %x, " + std::to_string(i) + "\n";
  llvm::LLVMContext context;
  auto module = ir::parse(context, text + "  ret i32 %x\n}\n", "test");
  ASSERT_TRUE(module) << module.error();
  const store::ModuleFacts all = facts_of(**module), none = facts_of(**module, 10'000);
  EXPECT_EQ(all.fault, "");
  EXPECT_EQ(none.fault, "its facts would be larger than 10000 bytes, so they are left out");
  EXPECT_TRUE(none.functions.empty() && none.types.empty() && none.constants.empty());
}

/// Little text that says much: what each of its places takes in the database is counted.
TEST_F(Facts, RowsOfAnyKindArePaidFor) {
  const std::string shuffle =
      "define <1048576 x i8> @f(<1048576 x i8> %x) {\n  %y = shufflevector <1048576 x i8> %x, "
      "<1048576 x i8> poison, <1048576 x i32> zeroinitializer\n  ret <1048576 x i8> %y\n}\n";
  std::string declared, called = "declare void @g()\ndefine void @f() {\n", attributes = "attributes #0 = {";
  for (int i = 0; i < 500; ++i) {
    declared += "declare void @g" + std::to_string(i) + "() #0\n";
    called += "  call void @g() #0\n";
    attributes += " \"" + std::to_string(i) + "\"";
  }
  attributes += " }\n";
  const std::string long_name = "attributes #0 = { \"" + std::string(10'000, 'x') + "\" }\n";
  called += "  ret void\n}\n";
  for (const std::string& text :
       {shuffle, declared + attributes, called + attributes, declared + long_name, called + long_name}) {
    const store::ModuleFacts facts = facts_of_text(text);
    EXPECT_EQ(facts.fault, "its facts would be larger than 4194304 bytes, so they are left out") << text.substr(0, 200);
  }
}

TEST_F(Facts, TakeNoMoreOfTheDatabaseThanTheirBudget) {
  std::string text = "define i32 @f(i32 %x) {\n";
  for (int i = 0; i < 5'000; ++i) text += "  %v" + std::to_string(i) + " = add i32 %x, " + std::to_string(i) + "\n";
  add_file("m.ll", "define void @f() {\n  ret void\n}\n");
  const auto before = std::filesystem::file_size(path());
  add_file("m.ll", text + "  ret i32 %x\n}\n");
  ASSERT_EQ(ask("SELECT COUNT(*) FROM ir_instructions"), "5001\n");
  EXPECT_LE(std::filesystem::file_size(path()), before + kMostFactBytes);
}

TEST_F(Facts, WideMetadataIsCut) {
  std::string text = "define void @f() {\n  ret void, !m !1\n}\n!0 = !{";
  for (int i = 0; i < 3000; ++i) text += (i > 0 ? ", !\"" : "!\"") + std::to_string(i) + "\"";
  text += "}\n!1 = !{";
  for (int i = 0; i < 3000; ++i) text += i > 0 ? ", !0" : "!0";
  const store::ModuleFacts facts = facts_of_text(text + "}\n");
  ASSERT_EQ(facts.functions.size(), 1u);
  const std::string& shown = facts.functions[0].blocks[0].instructions[0].metadata[0].value;
  EXPECT_LT(shown.size(), 20'000u);
  EXPECT_NE(shown.find("..."), std::string::npos);
}

TEST_F(Facts, AFileIsWrittenInPlaceOfItself) {
  add_file("a.ll", kModule);
  add_file("b.ll", "define void @f() {\n ret void\n}\n");
  add_file("a.ll", "define i8 @f(i8 %x) {\n ret i8 %x\n}\n");
  EXPECT_EQ(ask("SELECT module, opcode FROM ir_code ORDER BY 1"), "a.ll|ret\nb.ll|ret\n");
  for (const char* table : {"ir_flags", "ir_indices", "ir_edges", "ir_properties", "ir_call_attributes", "ir_globals"})
    EXPECT_EQ(ask(std::string("SELECT COUNT(*) FROM ") + table), "0\n") << table;
}

TEST_F(Facts, BugsWithoutAFindingKeepNoOtherFromItsFacts) {
  const Finding finding = store::make_finding(1);
  add_bug(finding, "bug", finding.reduced, finding.reduced_target);
  {
    auto database = store::Database::open(path(), false);
    ASSERT_TRUE(database) << database.error();
    for (int i = 0; i < 30; ++i) {  // more than are asked for at a time, and before the other by their ids
      const std::string id = "'0" + std::to_string(i) + "'";
      const Status failed = (*database)->execute(
          "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen) VALUES (" + id +
          ", " + id +
          ", 't', 'new', 'crash', '', 1, '2026', '2026');"
          "INSERT INTO ir_wanted (bug_id) VALUES (" +
          id + ")");
      ASSERT_FALSE(failed) << failed->message;
    }
  }
  store::Store store = open();
  const Finding other = store::make_finding(2, "other");
  ASSERT_TRUE(store.record_finding(other));
  const auto wanted = store.facts_wanted(20);
  ASSERT_TRUE(wanted) << wanted.error();
  ASSERT_EQ(wanted->size(), 1u);
  EXPECT_EQ(wanted->front().finding_id, other.id());
}

TEST_F(Facts, TheCaseThatRepresentsABugIsWantedUntilItIsThere) {
  const auto wanted = [&] {
    store::Store store = open();
    std::string ids;
    for (const store::FactsWanted& each : *store.facts_wanted(10)) ids += each.finding_id + "\n";
    return ids;
  };
  Finding large = store::make_finding(1);
  large.reduced += "; longer\n";
  add_bug(large, "bug", large.reduced, large.reduced_target);
  EXPECT_EQ(wanted(), "");
  Finding small = store::make_finding(2, "bug");
  ASSERT_TRUE(open().record_finding(small));
  EXPECT_EQ(wanted(), small.id() + "\n");
  // Facts of a case that represents the bug no more do not end it.
  store::ModuleFacts late = facts_of_text(large.reduced);
  late.bug_id = open().list_bugs({})->front().id;
  late.finding_id = "older";
  late.side = "source";
  record({late});
  EXPECT_EQ(wanted(), small.id() + "\n");
  late.finding_id = small.id();
  late.fault = "can't be read";
  record({late});
  EXPECT_EQ(wanted(), "");
  EXPECT_EQ(ask("SELECT COUNT(*), MAX(fault) FROM ir_modules"), "1|can't be read\n");
}

TEST_F(Facts, EachOpcodeOfLlvmHasACategory) {
  (void)open();
  for (unsigned opcode = 1; opcode < llvm::Instruction::OtherOpsEnd; ++opcode) {
    const std::string name = llvm::Instruction::getOpcodeName(opcode);
    if (opcode == llvm::Instruction::UserOp1 || opcode == llvm::Instruction::UserOp2) continue;  // never in a module
    EXPECT_EQ(ask("SELECT COUNT(*) FROM ir_opcodes WHERE opcode = '" + name + "'"), "1\n") << name;
  }
}

TEST_F(Facts, MetadataIsWrittenWithItsNodesInTheirPlaces) {
  add_file("m.ll",
           "define i8 @f(ptr %p) !prof !3 {\n %v = load i8, ptr %p, align 1, !range !0, !tbaa !1\n ret i8 %v\n}\n"
           "!0 = !{i8 0, i8 9}\n!1 = !{!2, !2, i64 0}\n!2 = !{!\"char\", !4}\n!4 = distinct !{!4}\n!3 = "
           "!{!\"function_entry_count\", i64 1}\n");
  EXPECT_EQ(ask("SELECT kind, text FROM ir_metadata ORDER BY 1"),
            "range|!{i8 0, i8 9}\ntbaa|!{!{!\"char\", distinct !{distinct !{!...}}}, !{!\"char\", distinct !{distinct "
            "!{!...}}}, i64 0}\n");
  EXPECT_EQ(ask("SELECT kind, text FROM ir_function_metadata"), "prof|!{!\"function_entry_count\", i64 1}\n");
}

}  // namespace
}  // namespace assay::facts
