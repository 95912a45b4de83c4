#include "fuzzers/harness/calls_duel.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "services/common/records.h"
#include "services/worker/check/check.h"

namespace assay::harness {
namespace {

/// The kinds of memory, as text names them; the last is all other memory.
constexpr std::array kKinds = {"argmem", "inaccessiblemem", "errnomem", "target_mem0", "other"};
constexpr std::size_t kArguments = 0, kOther = kKinds.size() - 1;
constexpr std::array kAccesses = {"none", "read", "write", "readwrite"};
constexpr unsigned kRead = 1, kWrite = 2;

struct Callee {
  std::string name;
  bool takes_pointer = false;
  bool throws = true, stays = true;
  std::array<unsigned, kKinds.size()> access{};

  /// What is behind pointers of the module, by whatever kind.
  unsigned module() const { return access[kArguments] | access[kOther]; }
  bool changes_outside() const {
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
      if (kind != kArguments && kind != kOther && (access[kind] & kWrite) != 0) return true;
    return false;
  }
  bool writes() const { return changes_outside() || (module() & kWrite) != 0; }
  bool exits() const { return throws || stays; }
  std::string declaration() const {
    std::string text = "declare i32 @" + name + (takes_pointer ? "(ptr)" : "(i32)");
    if (!throws) text += " nounwind";
    if (!stays) text += " willreturn";
    // The default comes first, and covers target_mem1, too.
    text += std::string(" memory(") + kAccesses[access[kOther]];
    for (std::size_t kind = 0; kind < kOther; ++kind)
      text += std::string(", ") + kKinds[kind] + ": " + kAccesses[access[kind]];
    return text + ", target_mem1: none)\n";
  }
};

Callee draw_callee(Rng& rng, const std::string& name, bool takes_pointer) {
  Callee callee{name, takes_pointer, rng.chance(1, 3), rng.chance(1, 3)};
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    if (kind == kArguments && !takes_pointer) continue;
    if (rng.chance(1, 3)) callee.access[kind] = static_cast<unsigned>(rng.below(kAccesses.size()));
  }
  return callee;
}

struct Statement {
  enum class Kind : std::uint8_t { Call, Store, Load } kind = Kind::Call;
  std::size_t callee = 0;
  std::uint64_t number = 0;  ///< the argument, or what is stored
  bool is_used = false;      ///< the value is part of the result
  bool is_invoke = false;
  bool operator==(const Statement&) const = default;
};

struct Program {
  std::vector<Callee> callees;
  std::vector<Statement> statements;

  std::string text() const {
    std::string all = "@g = external global i32\ndeclare i32 @__gxx_personality_v0(...)\n";
    for (const Callee& callee : callees) all += callee.declaration();
    all += "define i32 @f() personality ptr @__gxx_personality_v0 {\n";
    std::string sum = "0";
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const std::string number = std::to_string(i), value = "%v" + number;
      all += statement_text(statements[i], number);
      if (!statements[i].is_used) continue;
      all += "  %s" + number + " = add i32 " + sum + ", " + value + "\n";
      sum = "%s" + number;
    }
    all += "  ret i32 " + sum + "\n";
    if (std::ranges::any_of(statements, &Statement::is_invoke))
      all += "pad:\n  %l = landingpad { ptr, i32 } cleanup\n  store i32 77, ptr @g\n  resume { ptr, i32 } %l\n";
    return all + "}\n";
  }

 private:
  std::string statement_text(const Statement& statement, const std::string& number) const {
    const std::string value = "%v" + number;
    if (statement.kind == Statement::Kind::Store)
      return "  store i32 " + std::to_string(statement.number) + ", ptr @g\n";
    if (statement.kind == Statement::Kind::Load) return "  " + value + " = load i32, ptr @g\n";
    const Callee& callee = callees[statement.callee];
    const std::string argument = callee.takes_pointer ? "ptr @g" : "i32 " + std::to_string(statement.number);
    const std::string made = "i32 @" + callee.name + "(" + argument + ")";
    if (!statement.is_invoke) return "  " + value + " = call " + made + "\n";
    return "  " + value + " = invoke " + made + " to label %n" + number + " unwind label %pad\nn" + number + ":\n";
  }
};

Statement draw_statement(Rng& rng, const Program& program) {
  Statement statement;
  if (rng.chance(1, 4)) {
    statement.kind = rng.chance(1, 2) ? Statement::Kind::Store : Statement::Kind::Load;
    statement.number = statement.kind == Statement::Kind::Store ? 1 + rng.below(3) : 0;
  } else {
    statement.callee = rng.below(program.callees.size());
    statement.number = program.callees[statement.callee].takes_pointer ? 0 : rng.below(2);
    statement.is_invoke = rng.chance(1, 6);
  }
  statement.is_used = statement.kind != Statement::Kind::Store && rng.chance(1, 2);
  return statement;
}

/// What LangRef alone says of an edit; nothing where more than the attributes decides.
using Told = std::optional<bool>;

bool is_call(const Statement& statement) { return statement.kind == Statement::Kind::Call; }
/// Is there another call of the function? Then it may be the same one, or something may be known of it.
bool is_called_once(const Program& program, std::size_t at) {
  return std::ranges::count_if(program.statements, [&](const Statement& other) {
           return is_call(other) && other.callee == program.statements[at].callee;
         }) == 1;
}

Told told_of_drop(const Program& program, std::size_t at) {
  const Statement& statement = program.statements[at];
  if (!is_call(statement) || statement.is_used) return std::nullopt;
  const Callee& callee = program.callees[statement.callee];
  if (!callee.exits() && !callee.writes()) return true;
  if (is_called_once(program, at) && (callee.changes_outside() || callee.exits())) return false;
  return std::nullopt;
}

Told told_of_double(const Program& program, std::size_t at) {
  const Statement& statement = program.statements[at];
  if (!is_call(statement) || statement.is_used) return std::nullopt;
  const Callee& callee = program.callees[statement.callee];
  if (!callee.writes()) return true;
  if (is_called_once(program, at) && callee.changes_outside()) return false;
  return std::nullopt;
}

/// What a statement does to a kind of memory.
unsigned access_of(const Program& program, const Statement& statement, std::size_t kind) {
  if (is_call(statement))
    return kind == kOther ? program.callees[statement.callee].module() : program.callees[statement.callee].access[kind];
  if (kind != kOther) return 0;
  return statement.kind == Statement::Kind::Store ? kWrite : kRead;
}

Told told_of_exchange(const Program& program, std::size_t at) {
  const Statement &one = program.statements[at], &two = program.statements[at + 1];
  bool are_apart = true, both_change_outside = false;
  for (std::size_t kind = 1; kind < kKinds.size(); ++kind) {
    const unsigned a = access_of(program, one, kind), b = access_of(program, two, kind);
    are_apart &= (a & kWrite) == 0 || b == 0;
    are_apart &= (b & kWrite) == 0 || a == 0;
    both_change_outside |= kind != kOther && (a & b & kWrite) != 0;
  }
  const auto exits = [&](const Statement& each) { return is_call(each) && program.callees[each.callee].exits(); };
  if (are_apart && !exits(one) && !exits(two)) return true;
  if (both_change_outside && is_called_once(program, at) && is_called_once(program, at + 1)) return false;
  return std::nullopt;
}

/// Edits a copy; says what LangRef says of that.
Told edit(Program& program, Rng& rng) {
  std::vector<Statement>& all = program.statements;
  const std::size_t at = rng.below(all.size());
  const auto place = all.begin() + static_cast<std::ptrdiff_t>(at);
  switch (rng.below(4)) {
    case 0: {
      if (all[at].is_used) return std::nullopt;
      const Told told = told_of_drop(program, at);
      all.erase(place);
      return told;
    }
    case 1: {
      const Told told = told_of_double(program, at);
      Statement again = all[at];
      again.is_used = false;
      all.insert(place, again);
      return told;
    }
    case 2: {
      if (at + 1 == all.size() || all[at] == all[at + 1]) return std::nullopt;
      const Told told = told_of_exchange(program, at);
      std::swap(all[at], all[at + 1]);
      return told;
    }
    default:
      all[at].number ^= 1;
      return std::nullopt;
  }
}

Verdict judged(check::Oracles oracles, const std::string& source, const std::string& target) {
  check::Options options;
  options.trust_text = false;
  options.oracles = oracles;
  options.samples = 256;
  options.smt_timeout_ms = 2'000;
  check::Checker checker(options);
  return check::check_texts(checker, source, target);
}

}  // namespace

CallsDuel duel_of_calls(Rng& rng) {
  Program source;
  source.callees = {draw_callee(rng, "a", false), draw_callee(rng, "b", false), draw_callee(rng, "h", true)};
  for (std::uint64_t count = 2 + rng.below(3); count > 0; --count)
    source.statements.push_back(draw_statement(rng, source));
  Program target = source;
  const Told told = edit(target, rng);
  CallsDuel duel;
  const std::string before = source.text(), after = target.text();
  if (before == after) return duel;
  duel.is_told = told.has_value();
  const Verdict run = judged(check::Oracles::Interpreter, before, after);
  const Verdict solved = judged(check::Oracles::Smt, before, after);
  const Verdict both = judged(check::Oracles::All, before, after);
  const auto says = [&](VerdictKind kind) { return run.kind == kind || solved.kind == kind || both.kind == kind; };
  const bool refuted = says(VerdictKind::Incorrect), proved = says(VerdictKind::Correct);
  const bool disagree = (refuted && proved) || both.reason == Reason::OraclesDisagree;
  if (refuted || proved) duel.kind = CallsDuel::Kind::Agreed;
  if (!disagree && !(told && ((*told && refuted) || (!*told && proved)))) return duel;
  duel.kind = CallsDuel::Kind::Contradiction;
  const auto line = [](const char* who, const Verdict& verdict) {
    return std::string("; ") + who + ": " + std::string(name_of(verdict.kind)) + " " + reason_text(verdict) + "\n";
  };
  duel.report = before + "; becomes\n" + after + line("interpreter", run) + line("solver", solved) +
                line("both", both) + "; LangRef: " +
                (!told   ? "says nothing"
                 : *told ? "right"
                         : "wrong") +
                "\n";
  return duel;
}

}  // namespace assay::harness
