#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "tests/differential/operations.h"

/// Flags against plain arithmetic in a much wider type: the constant folder does not look at them.
namespace assay::differential {
namespace {

using interpret::EndKind;
using semantics::InputLane;

/// Operands as unsigned and as signed numbers.
struct Numbers {
  std::int64_t ua, ub, sa, sb;
  unsigned width;
  bool fits_unsigned(std::int64_t value) const { return value >= 0 && value < (std::int64_t{1} << width); }
  bool fits_signed(std::int64_t value) const {
    return value >= -(std::int64_t{1} << (width - 1)) && value < (std::int64_t{1} << (width - 1));
  }
};

enum class Outcome { Undefined, Poison, Value };
struct Expected {
  Outcome outcome;
  std::int64_t value = 0;
};

struct Case {
  std::string opcode;  ///< with flags
  std::function<Expected(const Numbers&)> meaning;
};

Expected value_or_poison(bool poison, std::int64_t value) { return {poison ? Outcome::Poison : Outcome::Value, value}; }

Expected divide(const Numbers& n, bool is_signed, bool remainder, bool exact) {
  const std::int64_t a = is_signed ? n.sa : n.ua;
  const std::int64_t b = is_signed ? n.sb : n.ub;
  if (b == 0 || (is_signed && !n.fits_signed(a / b))) return {Outcome::Undefined};
  return value_or_poison(exact && a % b != 0, remainder ? a % b : a / b);
}

Expected shift_left(const Numbers& n, bool nsw, bool nuw) {
  if (n.ub >= n.width) return {Outcome::Poison};
  const std::int64_t factor = std::int64_t{1} << n.ub;
  return value_or_poison((nsw && !n.fits_signed(n.sa * factor)) || (nuw && !n.fits_unsigned(n.ua * factor)),
                         n.ua * factor);
}

Expected shift_right(const Numbers& n, bool arithmetic, bool exact) {
  if (n.ub >= n.width) return {Outcome::Poison};
  const std::int64_t lost = n.ua & ((std::int64_t{1} << n.ub) - 1);
  return value_or_poison(exact && lost != 0, (arithmetic ? n.sa : n.ua) >> n.ub);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (int set = 0; set < 4; ++set) {
    const bool nsw = (set & 1) != 0, nuw = (set & 2) != 0;
    const std::string flags = std::string(nuw ? " nuw" : "") + (nsw ? " nsw" : "");
    const auto wrapping = [=](std::int64_t (*operation)(std::int64_t, std::int64_t)) {
      return [=](const Numbers& n) {
        const std::int64_t u = operation(n.ua, n.ub), s = operation(n.sa, n.sb);
        return value_or_poison((nsw && !n.fits_signed(s)) || (nuw && !n.fits_unsigned(u)), u);
      };
    };
    all.push_back({"add" + flags, wrapping([](std::int64_t a, std::int64_t b) { return a + b; })});
    all.push_back({"sub" + flags, wrapping([](std::int64_t a, std::int64_t b) { return a - b; })});
    all.push_back({"mul" + flags, wrapping([](std::int64_t a, std::int64_t b) { return a * b; })});
    all.push_back({"shl" + flags, [=](const Numbers& n) { return shift_left(n, nsw, nuw); }});
  }
  for (bool exact : {false, true}) {
    const std::string flags = exact ? " exact" : "";
    all.push_back({"udiv" + flags, [=](const Numbers& n) { return divide(n, false, false, exact); }});
    all.push_back({"sdiv" + flags, [=](const Numbers& n) { return divide(n, true, false, exact); }});
    all.push_back({"lshr" + flags, [=](const Numbers& n) { return shift_right(n, false, exact); }});
    all.push_back({"ashr" + flags, [=](const Numbers& n) { return shift_right(n, true, exact); }});
  }
  all.push_back({"urem", [](const Numbers& n) { return divide(n, false, true, false); }});
  all.push_back({"srem", [](const Numbers& n) { return divide(n, true, true, false); }});
  all.push_back({"or disjoint", [](const Numbers& n) { return value_or_poison((n.ua & n.ub) != 0, n.ua | n.ub); }});
  return all;
}

TEST(ReferenceArithmetic, FlagsPoisonExactlyWhatTheySay) {
  for (const Case& each : cases()) {
    for (unsigned width = 1; width <= 4; ++width) {
      const std::string type = "i" + std::to_string(width);
      Operation operation(type, type + " %a, " + type + " %b", "%r = " + each.opcode + " " + type + " %a, %b");
      ASSERT_EQ(operation.error(), "");
      for_all_inputs(width, 2, [&](const std::vector<InputLane>& inputs) {
        if (inputs[0].kind == InputLane::Kind::Poison || inputs[1].kind == InputLane::Kind::Poison) return;
        const Numbers numbers{static_cast<std::int64_t>(inputs[0].bits.getZExtValue()),
                              static_cast<std::int64_t>(inputs[1].bits.getZExtValue()), inputs[0].bits.getSExtValue(),
                              inputs[1].bits.getSExtValue(), width};
        const Expected expected = each.meaning(numbers);
        const auto all = operation.run(inputs);
        ASSERT_EQ(all.all.size(), 1u);
        const interpret::Behaviour& got = all.all[0];
        SCOPED_TRACE(each.opcode + " " + type + " " + std::to_string(numbers.ua) + ", " + std::to_string(numbers.ub));
        ASSERT_EQ(got.end == EndKind::UndefinedBehaviour, expected.outcome == Outcome::Undefined);
        if (expected.outcome == Outcome::Undefined) return;
        ASSERT_EQ(got.result[0].only_poison(), expected.outcome == Outcome::Poison);
        if (expected.outcome == Outcome::Value)
          ASSERT_EQ(got.result[0].single(), llvm::APInt(64, static_cast<std::uint64_t>(expected.value)).trunc(width));
      });
    }
  }
}

TEST(ReferenceArithmetic, CastFlagsPoisonExactlyWhatTheySay) {
  struct Cast {
    std::string opcode;
    std::function<bool(std::int64_t u, std::int64_t s)> poison;
    unsigned from, to;
  };
  const std::vector<Cast> casts = {
      {"trunc nuw", [](std::int64_t u, std::int64_t) { return u > 3; }, 4, 2},
      {"trunc nsw", [](std::int64_t, std::int64_t s) { return s < -2 || s > 1; }, 4, 2},
      {"trunc nuw nsw", [](std::int64_t u, std::int64_t s) { return u > 3 || s < -2 || s > 1; }, 4, 2},
      {"zext nneg", [](std::int64_t, std::int64_t s) { return s < 0; }, 3, 5},
  };
  for (const Cast& cast : casts) {
    const std::string from = "i" + std::to_string(cast.from), to = "i" + std::to_string(cast.to);
    Operation operation(to, from + " %a", "%r = " + cast.opcode + " " + from + " %a to " + to);
    ASSERT_EQ(operation.error(), "");
    for_all_inputs(cast.from, 1, [&](const std::vector<InputLane>& inputs) {
      if (inputs[0].kind == InputLane::Kind::Poison) return;
      const bool poison =
          cast.poison(static_cast<std::int64_t>(inputs[0].bits.getZExtValue()), inputs[0].bits.getSExtValue());
      EXPECT_EQ(operation.run(inputs).all[0].result[0].only_poison(), poison) << cast.opcode;
    });
  }
}

}  // namespace
}  // namespace assay::differential
