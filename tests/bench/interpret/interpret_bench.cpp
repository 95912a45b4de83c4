#include <benchmark/benchmark.h>

#include <memory>

#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"

/// Instructions per second of the interpreter, with poison, undef and undefined behaviour tracked.
namespace assay::interpret {
namespace {

struct Loaded {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  semantics::Function function(const char* name) { return std::move(*semantics::lower(*module->getFunction(name))); }
  explicit Loaded(const char* text) { module = std::move(*ir::parse(context, text, "bench")); }
};

constexpr const char* kRegisterLoop = R"(
define i64 @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 1, %entry ], [ %t, %loop ]
  %a = mul i64 %s, 6364136223846793005
  %b = add i64 %a, %i
  %c = lshr i64 %b, 33
  %d = xor i64 %b, %c
  %e = and i64 %d, 1023
  %t = add i64 %d, %e
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s
})";

void register_loop(benchmark::State& state) {
  Loaded loaded(kRegisterLoop);
  const auto function = loaded.function("f");
  Input input;
  input.arguments.push_back({InputLane::of(llvm::APInt(64, 1'000'000))});
  RunOptions options;
  options.limits.steps = ~std::uint64_t{0} >> 1;
  std::uint64_t steps = 0;
  for (auto _ : state) steps += run(function, input, options).steps;
  state.counters["instructions"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK(register_loop)->Unit(benchmark::kMillisecond);

constexpr const char* kPair = R"(
define i8 @src(i8 %x, i8 %y) {
  %a = xor i8 %x, %y
  %b = and i8 %x, %y
  %c = shl i8 %b, 1
  %d = add i8 %a, %c
  %e = icmp ult i8 %d, %x
  %f = select i1 %e, i8 %d, i8 %x
  %g = sub i8 %f, %y
  ret i8 %g
}
define i8 @tgt(i8 %x, i8 %y) {
  %a = xor i8 %x, %y
  %b = and i8 %x, %y
  %c = shl i8 %b, 1
  %d = add i8 %a, %c
  %f = call i8 @llvm.umin.i8(i8 %d, i8 %x)
  %g = sub i8 %f, %y
  ret i8 %g
}
declare i8 @llvm.umin.i8(i8, i8))";

/// 65,536 inputs of defined values.
void exhaustive_defined(benchmark::State& state) {
  Loaded loaded(kPair);
  const auto source = loaded.function("src");
  const auto target = loaded.function("tgt");
  CheckOptions options;
  options.undef_input = options.poison_input = false;
  std::uint64_t executed = 0;
  for (auto _ : state) executed += check_exhaustively(source, target, options)->executed;
  state.counters["instructions"] = benchmark::Counter(static_cast<double>(executed), benchmark::Counter::kIsRate);
}
BENCHMARK(exhaustive_defined)->Unit(benchmark::kMillisecond);

/// The same on i4 with poison and undef inputs: 324 inputs.
void exhaustive_small(benchmark::State& state) {
  std::string text = kPair;
  for (std::size_t at = text.find("i8"); at != std::string::npos; at = text.find("i8", at)) text.replace(at, 2, "i4");
  Loaded loaded(text.c_str());
  const auto source = loaded.function("src");
  const auto target = loaded.function("tgt");
  for (auto _ : state) benchmark::DoNotOptimize(check_exhaustively(source, target));
}
BENCHMARK(exhaustive_small)->Unit(benchmark::kMicrosecond);

/// A thousand inputs through both functions of a pair.
void thousand_samples(benchmark::State& state) {
  Loaded loaded(kPair);
  const auto source = loaded.function("src");
  const auto target = loaded.function("tgt");
  CheckOptions options;
  options.samples = 1000;
  options.undef_input = options.poison_input = false;
  for (auto _ : state) benchmark::DoNotOptimize(check_sampled(source, target, options));
}
BENCHMARK(thousand_samples)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace assay::interpret

BENCHMARK_MAIN();
