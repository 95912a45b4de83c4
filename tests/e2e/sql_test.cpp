// `assay sql` and `assay db backup` on a database that a coordinator has open.
#include "tests/e2e/running.h"

namespace assay::e2e {
namespace {

class SqlVerb : public TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    coordinator_.emplace(path("a.db"), path("serve"));
    Rows rows(path("a.db"));
    rows.ask(
        "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen) VALUES ('b1', "
        "'s', 'a \"quoted\" title' || char(10) || 'é' || char(27), 'new', 'crash', "
        "'gvn', "
        "12, '2026', '2026')");
    rows.ask(
        "INSERT INTO bugs (id, signature, title, status, kind, culprit, count, first_seen, last_seen) VALUES ('b2', "
        "'t', '=1+1', 'new', 'crash', 'sroa', 3, '2026', '2026')");
  }
  SubprocessResult sql(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), "sql");
    arguments.push_back("--db=" + path("a.db"));
    return assay(arguments, input);
  }
  std::optional<Coordinator> coordinator_;
};

TEST_F(SqlVerb, AnswersAsATableJsonCsvAndPlainText) {
  const std::string all = "SELECT id, count, title, NULL AS n FROM bugs ORDER BY id";
  EXPECT_EQ(sql({all}).output,
            "id  count  title                    n\n"
            "--  -----  -----------------------  ----\n"
            "b1     12  a \"quoted\" title\\né\\x1b  NULL\n"
            "b2      3  =1+1                     NULL\n");
  const auto json = json_of(sql({all, "--json"}));
  EXPECT_EQ(json["columns"], (nlohmann::json{"id", "count", "title", "n"}));
  EXPECT_EQ(json["rows"][1], (nlohmann::json{"b2", 3, "=1+1", nullptr}));
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(
      sql({all, "--csv"}).output,
      "\"id\",\"count\",\"title\",\"n\"\r\n\"b1\",12,\"a \"\"quoted\"\" title\né\\x1b\",\r\n\"b2\",3,\"'=1+1\",\r\n");
  EXPECT_EQ(sql({"SELECT title, count FROM bugs WHERE id = 'b2'", "--plain"}).output, "=1+1\t3\n");
  EXPECT_EQ(sql({"--plain"}, "SELECT id\nFROM bugs ORDER BY id;\n").output, "b1\nb2\n");
  EXPECT_EQ(sql({all, "--csv", "--json"}).code, 2);
}

TEST_F(SqlVerb, SaysWhenALimitEndedTheAnswer) {
  const std::string endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
  const auto rows = sql({endless, "--rows=2", "--json"});
  EXPECT_EQ(rows.code, 3);
  EXPECT_EQ(json_of(rows)["complete"], false);
  EXPECT_EQ(rows.error_output, "assay: not the whole answer: 2 rows, then the limit of rows was reached (--rows)\n");
  const auto time = sql({"SELECT COUNT(*) FROM (" + endless + ")", "--time=1s"});
  EXPECT_EQ(time.code, 3);
  EXPECT_NE(time.error_output.find("--time"), std::string::npos);
  EXPECT_EQ(sql({endless, "--time=soon"}).code, 2);
}

TEST_F(SqlVerb, AFunctionThatSqliteCannotInterruptEndsWithTheTimeLimitToo) {
  const auto result =
      sql({"SELECT instr(printf('%.*c', 60000000, 'a'), printf('%.*c', 30000000, 'a') || 'b')", "--time=1s"});
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.error_output.find("--time"), std::string::npos);
}

TEST_F(SqlVerb, RefusesWhatDoesNotOnlyRead) {
  for (const std::string& bad :
       {std::string("DELETE FROM bugs"), std::string("PRAGMA journal_mode = DELETE"),
        "ATTACH '" + path("b.db") + "' AS b", "VACUUM INTO '" + path("b.db") + "'",
        "SELECT writefile('" + path("b.db") + "', 'x')", std::string("SELECT load_extension('x')")}) {
    const auto result = sql({bad});
    EXPECT_EQ(result.code, 2) << bad;
    EXPECT_EQ(result.output, "") << bad;
    EXPECT_EQ(std::count(result.error_output.begin(), result.error_output.end(), '\n'), 1) << result.error_output;
  }
  EXPECT_FALSE(std::filesystem::exists(path("b.db")));
  EXPECT_EQ(sql({"SELECT COUNT(*) FROM bugs", "--plain"}).output, "2\n");
}

TEST_F(SqlVerb, ReadsWhatACoordinatorLeftThatWasKilled) {
  coordinator_->end(SIGKILL);
  ASSERT_GT(std::filesystem::file_size(path("a.db-wal")), 0u);
  EXPECT_EQ(sql({"SELECT COUNT(*) FROM bugs", "--plain"}).output, "2\n");
}

TEST_F(SqlVerb, TheSchemaIsToldWithoutADatabase) {
  const auto text = assay({"sql", "--schema"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.output.find("\nfindings: one row per case"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("  reduced_size      INTEGER  bytes of reduced\n"), std::string::npos) << text.output;
  const auto tables = json_of(assay({"sql", "--schema", "--json"}))["tables"];
  EXPECT_GE(tables.size(), 12u);
  for (const auto& table : tables) EXPECT_FALSE(table["columns"].empty()) << table;
}

TEST_F(SqlVerb, WhatModulesSayIsWrittenAndAskedFor) {
  const std::string file = write("m.ll", "define i8 @f(i8 %x) {\n  %a = add nsw i8 %x, 1\n  ret i8 %a\n}\n");
  const auto made = assay({"facts", file, "--db=" + path("facts.db"), "--json"});
  EXPECT_EQ(made.code, 0) << made.error_output;
  EXPECT_EQ(json_of(made)["instructions"], 2);
  EXPECT_EQ(assay({"sql", "--plain", "--db=" + path("facts.db"),
                   "SELECT name, flag FROM ir_code JOIN ir_flags USING (instruction_id)"})
                .output,
            "%a\tnsw\n");
  const std::string bad =
      write("bad.ll", "define i8 @f(i8 %x) {\n  %a = add i8 %b, 1\n  %b = add i8 %a, 1\n  ret i8 %a\n}\n");
  const auto refused = assay({"facts", file, bad, "--db=" + path("none.db")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error_output.find("bad.ll"), std::string::npos) << refused.error_output;
  EXPECT_FALSE(std::filesystem::exists(path("none.db")));
}

TEST_F(SqlVerb, ACoordinatorWritesTheFactsOfItsBugs) {
  Rows rows(path("a.db"));
  rows.ask(
      "INSERT INTO findings (id, bug_id, kind, compiler_path, compiler_version, pipeline, culprit, function, original, "
      "reduced, reduced_size,"
      " reduced_target, reduced_pipeline, reason, method, detail, counterexample, signature, seed, found_at, "
      "assay_version)"
      " VALUES ('f', 'b1', 'miscompile', 'linked', '22', 'gvn', 'gvn', 'f', '', 'define i8 @f(i8 %x) { ret i8 %x }', "
      "34, 'no module', 'gvn', '', '', '',"
      " '', 's', 1, '2026', '')");
  rows.ask("INSERT INTO ir_wanted VALUES ('b1')");
  EXPECT_TRUE(wait_for([&] { return rows.ask("SELECT COUNT(*) FROM ir_modules") == "2"; }));
  EXPECT_EQ(sql({"SELECT side, opcode FROM ir_code WHERE bug_id = 'b1'", "--plain"}).output, "source\tret\n");
  EXPECT_NE(sql({"SELECT fault FROM ir_modules WHERE side = 'target'", "--plain"}).output.find("expected"),
            std::string::npos);
  EXPECT_EQ(sql({"SELECT COUNT(*) FROM ir_wanted", "--plain"}).output, "0\n");
}

TEST_F(SqlVerb, ADatabaseIsBackedUpWhileItIsServed) {
  const auto made = assay({"db", "backup", path("copy.db"), "--db=" + path("a.db")});
  EXPECT_EQ(made.code, 0) << made.error_output;
  EXPECT_EQ(json_of(assay({"db", "check", "--db=" + path("copy.db"), "--json"}))["bugs"], 2);
  const auto again = assay({"db", "backup", path("copy.db"), "--db=" + path("a.db")});
  EXPECT_EQ(again.code, 2);
  EXPECT_EQ(again.error_output, "assay: " + path("copy.db") + ": exists, and is not overwritten\n");
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"migrate"}, {"vacuum"}, {"prune", "--audit-before=1d"}, {"import", path("a.db")}}) {
    std::vector<std::string> command{"db"};
    command.insert(command.end(), verb.begin(), verb.end());
    command.push_back("--db=" + path("copy.db"));
    const auto done = assay(command);
    EXPECT_EQ(done.code, 0) << verb[0] << " " << done.error_output;
  }
  EXPECT_EQ(assay({"db", "prune", "--audit-before=soon", "--db=" + path("copy.db")}).code, 2);
}

}  // namespace
}  // namespace assay::e2e
