#include "services/worker/codegen/emulator.h"

#include <cstdio>

#include "services/worker/codegen/qemu.h"
#include "services/worker/codegen/unicorn.h"

namespace assay::codegen {

std::string hexadecimal(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::uint64_t kept_value(std::size_t i) { return 0x5eed'0000'1234'0000 + i * 0x0101'0101; }

std::uint64_t changed_value(std::size_t i) { return kept_value(100 + i) ^ 0x8000'ffff'8000'ffff; }

Result<std::unique_ptr<Emulator>> Emulator::open(const Target& target, Machine machine, const Image& driver) {
  return machine == Machine::Unicorn ? Unicorn::open(target) : Qemu::open(target, driver);
}

}  // namespace assay::codegen
