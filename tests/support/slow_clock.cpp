#include <dlfcn.h>
#include <time.h>

#include <cstdlib>

/// A processor that is slower than this one, for tests: loaded before a program (LD_PRELOAD), it multiplies what the
/// program reads of the processor time of its threads and processes by ASSAY_SLOW_CLOCK. Clocks of the wall are left as
/// they are, and the product knows nothing of it.
namespace {

constexpr long long kSecond = 1'000'000'000;

long long factor() {
  static const long long factor = [] {
    const char* text = std::getenv("ASSAY_SLOW_CLOCK");
    return text == nullptr ? 1 : std::atoll(text);
  }();
  return factor;
}

/// Clocks of other threads and processes have negative numbers.
bool counts_processor_time(clockid_t clock) {
  return clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID || clock < 0;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  using Function = int (*)(clockid_t, timespec*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = real(clock, time);
  if (result != 0 || !counts_processor_time(clock)) return result;
  const long long slowed = (time->tv_sec * kSecond + time->tv_nsec) * factor();
  time->tv_sec = slowed / kSecond;
  time->tv_nsec = slowed % kSecond;
  return result;
}
