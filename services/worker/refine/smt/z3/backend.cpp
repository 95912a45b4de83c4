#include "services/worker/refine/smt/z3/backend.h"

#include <algorithm>
#include <unordered_set>

#include <llvm/ADT/StringRef.h>

#include "services/worker/refine/smt/z3/integers.h"

namespace assay::refine::smt {

using llvm::APInt;

namespace {

// What a step of each engine takes at most, and what any question takes before the first.
constexpr std::chrono::nanoseconds kStep[kEngines] = {std::chrono::nanoseconds(1'000), std::chrono::nanoseconds(340),
                                                      std::chrono::nanoseconds(500), std::chrono::nanoseconds(250),
                                                      std::chrono::nanoseconds(1'000)};
// Of integers: a step that is no more than that, a look at a whole assignment (cuts, cubes, branches), and one at a row
// of the tableau then.
constexpr std::chrono::nanoseconds kIntegerStep{300}, kAssignment{30'000}, kRow{2'300};
constexpr std::chrono::microseconds kStart{1'000};
constexpr std::int64_t kLargestResourceLimit = 0xffffffff;

Z3_context new_context() {
  const Z3_config config = Z3_mk_config();
  const Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  // Errors are read as codes; without a handler Z3 would end the process.
  Z3_set_error_handler(context, [](Z3_context, Z3_error_code) {});
  return context;
}

Z3_solver new_solver(Z3_context context, Engine engine) {
  const char* const tactics[kEngines] = {"qfbv", "qffp", "qfaufbv", "ufbv", "smt"};
  const Z3_tactic tactic = Z3_mk_tactic(context, tactics[static_cast<std::size_t>(engine)]);
  Z3_tactic_inc_ref(context, tactic);
  const Z3_solver solver = Z3_mk_solver_from_tactic(context, tactic);
  Z3_solver_inc_ref(context, solver);
  Z3_tactic_dec_ref(context, tactic);
  return solver;
}

}  // namespace

Z3Backend::Z3Backend() : context_(new_context()), translator_(context_) {}

Z3Backend::~Z3Backend() {
  for (std::size_t i = 0; i < kEngines; ++i) drop(static_cast<Engine>(i));
  translator_.forget();
  Z3_del_context(context_);
}

std::uint64_t Z3Backend::bytes_in_use() { return Z3_get_estimated_alloc_size(); }

Z3_solver Z3Backend::solver_of(Engine engine) {
  Z3_solver& solver = solvers_[static_cast<std::size_t>(engine)];
  if (solver == nullptr) solver = new_solver(context_, engine);
  return solver;
}

void Z3Backend::drop(Engine engine) {
  Z3_solver& solver = solvers_[static_cast<std::size_t>(engine)];
  if (solver != nullptr) Z3_solver_dec_ref(context_, solver);
  solver = nullptr;
}

/// Z3 counts its steps (rlimit), which take longer in some engines than in others.
void Z3Backend::limit_steps(Engine engine, const Budget& budget) {
  const auto steps = (budget.deadline - WorkClock::now()) / kStep[static_cast<std::size_t>(engine)];
  const Z3_params params = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, params);
  Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "rlimit"),
                     static_cast<unsigned>(std::clamp<std::int64_t>(steps, 1, kLargestResourceLimit)));
  Z3_solver_set_params(context_, solver_of(engine), params);
  Z3_params_dec_ref(context_, params);
}

void Z3Backend::count_steps(Engine engine) {
  const Z3_stats statistics = Z3_solver_get_statistics(context_, solver_of(engine));
  Z3_stats_inc_ref(context_, statistics);
  const auto counted = [&](std::string_view what) {
    unsigned i = 0;
    while (i < Z3_stats_size(context_, statistics) && Z3_stats_get_key(context_, statistics, i) != what) ++i;
    return i < Z3_stats_size(context_, statistics) ? Z3_stats_get_uint_value(context_, statistics, i) : 0;
  };
  const unsigned now = counted("rlimit count"), steps = now - steps_;
  steps_ = now;
  if (engine == Engine::Integers)
    WorkClock::add(steps * kIntegerStep + counted("final checks") * (kAssignment + counted("arith-max-rows") * kRow));
  else
    WorkClock::add(steps * kStep[static_cast<std::size_t>(engine)]);
  Z3_stats_dec_ref(context_, statistics);
}

/// The answer to what the engine's solver holds and, if there is none, why.
BackendResult Z3Backend::run(Engine engine, const Budget& budget, Watchdog& watchdog) {
  const Z3_solver solver = solver_of(engine);
  WorkClock::add(kStart);
  if (WorkClock::now() >= budget.deadline) return {Answer::Unknown, Reason::Timeout, {}, {}};
  limit_steps(engine, budget);
  BackendResult result;
  Watchdog::Watch watch;
  watch.deadline = budget.brake();
  if (budget.megabytes != 0) watch.most_bytes = bytes_in_use() + (budget.megabytes << 20);
  watch.bytes_in_use = [] { return bytes_in_use(); };
  watch.interrupt = [context = context_] { Z3_interrupt(context); };
  watchdog.start(std::move(watch));
  const Z3_lbool answer = Z3_solver_check(context_, solver);
  if (answer != Z3_L_UNDEF) result.answer = answer == Z3_L_TRUE ? Answer::Sat : Answer::Unsat;
  const Watchdog::Verdict verdict = watchdog.stop();
  count_steps(engine);
  if (result.answer != Answer::Unknown) return result;
  const char* said = Z3_solver_get_reason_unknown(context_, solver);
  const bool is_incomplete = said != nullptr && std::string_view(said).find("incomplete") != std::string_view::npos;
  if (verdict == Watchdog::Verdict::Timeout) {
    result.reason = Reason::ResourceLimit;
  } else if (verdict == Watchdog::Verdict::MemoryLimit || Z3_get_error_code(context_) == Z3_MEMOUT_FAIL) {
    result.reason = Reason::MemoryLimit;
  } else if (!is_incomplete) {
    result.reason = Reason::Timeout;  // nothing else ends a query early, and not every engine names it
  } else {
    result.reason = Reason::Solver;
    result.feature = said == nullptr ? "unknown" : said;
  }
  return result;
}

BackendResult Z3Backend::finish(const Terms& terms, std::span<const Term> roots, std::span<const Term> hidden,
                                Engine engine, const Budget& budget, Watchdog& watchdog) {
  BackendResult result = run(engine, budget, watchdog);
  if (result.answer == Answer::Sat) {
    const Z3_model model = Z3_solver_get_model(context_, solver_of(engine));
    if (model != nullptr) {
      Z3_model_inc_ref(context_, model);
      result.model = read_model(terms, roots, hidden, model);
      Z3_model_dec_ref(context_, model);
    }
  }
  return result;
}

BackendResult Z3Backend::solve(const Terms& terms, std::span<const Term> conjuncts, Engine engine, const Budget& budget,
                               Watchdog& watchdog) {
  translator_.translate(terms, conjuncts);
  const Z3_solver solver = solver_of(engine);
  Z3_solver_reset(context_, solver);
  for (Term t : conjuncts) Z3_solver_assert(context_, solver, translator_.boolean(t));
  BackendResult result = finish(terms, conjuncts, {}, engine, budget, watchdog);
  // A solver that was interrupted is not used again.
  if (result.answer == Answer::Unknown)
    drop(engine);
  else
    Z3_solver_reset(context_, solver);
  return result;
}

BackendResult Z3Backend::refute_as_integers(const Terms& terms, std::span<const Term> conjuncts, const Budget& budget,
                                            Watchdog& watchdog) {
  Integers integers(context_);
  const Z3_solver solver = solver_of(Engine::Integers);
  for (Z3_ast fact : integers.translate(terms, conjuncts)) Z3_solver_assert(context_, solver, fact);
  BackendResult result = run(Engine::Integers, budget, watchdog);
  drop(Engine::Integers);
  if (result.answer == Answer::Sat) return {Answer::Unknown, Reason::Solver, "not linear", {}};
  return result;
}

BackendResult Z3Backend::solve_quantified(const Terms& terms, std::span<const Term> conjuncts,
                                          std::span<const Term> inner, Term body, const Budget& budget,
                                          Watchdog& watchdog) {
  std::vector<Term> roots(conjuncts.begin(), conjuncts.end());
  roots.push_back(body);
  roots.insert(roots.end(), inner.begin(), inner.end());
  translator_.translate(terms, roots);
  const Z3_solver solver = solver_of(Engine::Quantifiers);
  Z3_solver_reset(context_, solver);
  for (Term t : conjuncts) Z3_solver_assert(context_, solver, translator_.boolean(t));
  std::vector<Z3_app> bound;
  for (Term v : inner)
    bound.push_back(Z3_to_app(context_, v.width() == 1 ? translator_.boolean(v) : translator_.bits(v)));
  const Z3_ast quantified = Z3_mk_forall_const(context_, 0, static_cast<unsigned>(bound.size()), bound.data(), 0,
                                               nullptr, translator_.boolean(body));
  if (quantified == nullptr) return {Answer::Unknown, Reason::Solver, "no quantifier", {}};
  Z3_solver_assert(context_, solver, quantified);
  roots.resize(conjuncts.size() + 1);
  BackendResult result = finish(terms, roots, inner, Engine::Quantifiers, budget, watchdog);
  drop(Engine::Quantifiers);
  return result;
}

/// Nothing for what is no number.
std::optional<APInt> Z3Backend::number_of(Z3_ast value, unsigned width) {
  if (const Z3_lbool truth = Z3_get_bool_value(context_, value); truth != Z3_L_UNDEF)
    return APInt(width, truth == Z3_L_TRUE ? 1 : 0);
  if (Z3_get_ast_kind(context_, value) != Z3_NUMERAL_AST) return std::nullopt;
  std::uint64_t small = 0;
  if (width <= 64 && Z3_get_numeral_uint64(context_, value, &small)) return APInt(width, small, false, true);
  return APInt(width, llvm::StringRef(Z3_get_numeral_string(context_, value)), 10);
}

APInt Z3Backend::value_in(Z3_model model, Z3_ast ast, unsigned width) {
  Z3_ast value = nullptr;
  if (!Z3_model_eval(context_, model, ast, true, &value) || value == nullptr) return APInt(width, 0);
  Z3_inc_ref(context_, value);
  const std::optional<APInt> number = number_of(value, width);
  Z3_dec_ref(context_, value);
  return number.value_or(APInt(width, 0));
}

/// The function's whole graph, for arguments under a quantifier, which have no one value: whatever part of it Z3 gives
/// as numbers.
FunctionValue Z3Backend::graph_in(Z3_model model, Term apply) {
  FunctionValue graph{APInt(apply.width(), 0), {}};
  const Z3_func_decl function = Z3_get_app_decl(context_, Z3_to_app(context_, translator_.bits(apply)));
  const Z3_func_interp given = Z3_model_get_func_interp(context_, model, function);
  if (given == nullptr) return graph;
  Z3_func_interp_inc_ref(context_, given);
  if (const Z3_ast otherwise = Z3_func_interp_get_else(context_, given))
    graph.otherwise = number_of(otherwise, apply.width()).value_or(graph.otherwise);
  for (unsigned i = 0; i < Z3_func_interp_get_num_entries(context_, given); ++i) {
    const Z3_func_entry entry = Z3_func_interp_get_entry(context_, given, i);
    Z3_func_entry_inc_ref(context_, entry);
    const std::optional<APInt> result = number_of(Z3_func_entry_get_value(context_, entry), apply.width());
    std::vector<APInt> arguments;
    for (unsigned j = 0; j < apply.arity(); ++j)
      if (auto argument = number_of(Z3_func_entry_get_arg(context_, entry, j), apply.operand(j).width()))
        arguments.push_back(std::move(*argument));
    if (result && arguments.size() == apply.arity()) graph.at.insert_or_assign(std::move(arguments), *result);
    Z3_func_entry_dec_ref(context_, entry);
  }
  Z3_func_interp_dec_ref(context_, given);
  return graph;
}

Model Z3Backend::read_model(const Terms& terms, std::span<const Term> roots, std::span<const Term> hidden,
                            Z3_model model) {
  Model result;
  const std::unordered_set<Term> skip(hidden.begin(), hidden.end());
  const std::vector<Term> nodes = terms.nodes_of(roots);
  std::vector<Term> arrays, indices;
  std::unordered_map<std::string, FunctionValue> functions;
  for (Term t : nodes) {
    const auto value = [&](Term of) { return value_in(model, translator_.bits(of), of.width()); };
    switch (t.kind()) {
      case Kind::Variable:
        if (!skip.contains(t)) result.set(t, value(t));
        break;
      case Kind::ArrayVariable:
        arrays.push_back(t);
        break;
      case Kind::Select:
      case Kind::Store:
        indices.push_back(t.operand(1));
        break;
      case Kind::Apply: {
        std::vector<APInt> arguments;
        for (unsigned i = 0; i < t.arity(); ++i) arguments.push_back(value(t.operand(i)));
        const std::string key = function_key(terms, t);
        if (!functions.contains(key)) functions.emplace(key, graph_in(model, t));
        functions.at(key).at.insert_or_assign(std::move(arguments), value(t));
        break;
      }
      default:
        break;
    }
  }
  for (Term array : arrays) {
    ArrayValue contents{APInt(array.width(), 0), {}};
    for (Term index : indices) {
      if (index.width() != array.index_width()) continue;
      Z3_ast read = Z3_mk_select(context_, translator_.bits(array), translator_.bits(index));
      Z3_inc_ref(context_, read);
      contents.at.insert_or_assign(value_in(model, translator_.bits(index), index.width()),
                                   value_in(model, read, array.width()));
      Z3_dec_ref(context_, read);
    }
    result.set(array, std::move(contents));
  }
  for (auto& [key, value] : functions) result.set_function(key, std::move(value));
  return result;
}

}  // namespace assay::refine::smt
