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
  semantics::Function function(const char* name) { return *semantics::lower(*module->getFunction(name)); }
  explicit Loaded(const char* text) { module = *ir::parse(context, text, "bench"); }
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

constexpr const char* kMemoryLoop = R"(
define i32 @f(i64 %n) {
entry:
  %a = alloca [1024 x i32]
  %acc = alloca i32
  store i32 0, ptr %acc
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 4096, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %k = and i64 %i, 1023
  %p = getelementptr inbounds i32, ptr %a, i64 %k
  %v = load i32, ptr %p
  %o = load i32, ptr %acc
  %w = add i32 %v, %o
  store i32 %w, ptr %acc
  store i32 %w, ptr %p
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = load i32, ptr %acc
  ret i32 %r
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1))";

void memory_loop(benchmark::State& state) {
  Loaded loaded(kMemoryLoop);
  const auto function = loaded.function("f");
  Input input;
  input.arguments.push_back({InputLane::of(llvm::APInt(64, 1'000'000))});
  RunOptions options;
  options.limits.steps = ~std::uint64_t{0} >> 1;
  std::uint64_t steps = 0;
  for (auto _ : state) steps += run(function, input, options).steps;
  state.counters["instructions"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK(memory_loop)->Unit(benchmark::kMillisecond);

constexpr const char* kCalls = R"(
define i32 @fib(i32 %n) {
  %small = icmp ult i32 %n, 2
  br i1 %small, label %base, label %more
base:
  ret i32 %n
more:
  %a = sub i32 %n, 1
  %x = call i32 @fib(i32 %a)
  %b = sub i32 %n, 2
  %y = call i32 @fib(i32 %b)
  %r = add i32 %x, %y
  ret i32 %r
})";

void calls(benchmark::State& state) {
  Loaded loaded(kCalls);
  const auto function = loaded.function("fib");
  Input input;
  input.arguments.push_back({InputLane::of(llvm::APInt(32, 24))});
  RunOptions options;
  options.limits.steps = ~std::uint64_t{0} >> 1;
  std::uint64_t steps = 0;
  for (auto _ : state) steps += run(function, input, options).steps;
  state.counters["instructions"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK(calls)->Unit(benchmark::kMillisecond);

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
