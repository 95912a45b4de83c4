#include "services/worker/semantics/variant.h"

#include <array>
#include <sstream>
#include <string_view>
#include <utility>

namespace assay::semantics {
namespace {

struct Word {
  std::string_view text;
  std::string_view meaning;
  bool (*is)(const Variant&);
  void (*set)(Variant&);
};

#define ASSAY_WORD(text, meaning, field, value)                                                           \
  Word {                                                                                                  \
    text, meaning, [](const Variant& v) { return v.field == value; }, [](Variant& v) { v.field = value; } \
  }
constexpr std::array kWords = {
    ASSAY_WORD("branch=ub", "br and switch on poison or undef are undefined behaviour (LangRef)", branch,
               Variant::Branch::Undefined),
    ASSAY_WORD("branch=choice", "they go to any successor that some value leads to", branch, Variant::Branch::Choice),
    ASSAY_WORD("select=poison", "a poison condition gives poison, otherwise the chosen arm counts (LangRef)", select,
               Variant::Select::Poison),
    ASSAY_WORD("select=ub", "a poison or undef condition is undefined behaviour, otherwise the chosen arm counts",
               select, Variant::Select::Undefined),
    ASSAY_WORD("select=ub-arms", "the same, but poison in either arm gives poison", select,
               Variant::Select::UndefinedArms),
    ASSAY_WORD("select=choice", "a poison condition gives one of the arms", select, Variant::Select::Choice),
    ASSAY_WORD("select=poison-arms", "a poison condition, or poison in either arm, gives poison", select,
               Variant::Select::PoisonArms),
    ASSAY_WORD("undef=yes", "there is undef (LangRef)", undef, true),
    ASSAY_WORD("undef=no", "there is only poison: constants and unwritten memory too", undef, false),
    ASSAY_WORD("memory=bytes", "each byte may be poison or a part of a pointer (LangRef)", integer_memory, false),
    ASSAY_WORD("memory=integers", "to store poison is undefined behaviour, and bytes of pointers may become numbers",
               integer_memory, true),
    ASSAY_WORD("nan=signaling", "minnum and maxnum may give NaN for a signaling NaN (LangRef)", signaling_nans, true),
    ASSAY_WORD("nan=quiet", "they take a signaling NaN for a quiet one; constrained operations may give one",
               signaling_nans, false),
    ASSAY_WORD("undef-store=undef", "a store of undef makes memory undef (LangRef)", undef_stores, true),
    ASSAY_WORD("undef-store=nothing", "a store of undef leaves memory as it is", undef_stores, false),
    ASSAY_WORD("nan=exact", "sign and payload of a NaN stay where it is copied (LangRef)", exact_nans, true),
    ASSAY_WORD("nan=payload", "they may change where it is returned, stored, passed or bitcast", exact_nans, false),
    ASSAY_WORD("volatile=world", "a volatile load may find anything (LangRef)", volatile_changes, true),
    ASSAY_WORD("volatile=memory", "it finds what memory holds", volatile_changes, false),
};
#undef ASSAY_WORD
constexpr std::string_view kRelaxations[] = {"volatile=memory", "nan=quiet", "nan=payload", "undef-store=nothing",
                                             "memory=integers"};

}  // namespace

Result<Variant> parse_variant(const std::string& text) {
  Variant variant;
  if (text == "langref") return variant;
  std::istringstream words(text);
  std::size_t read = 0;
  for (std::string word; std::getline(words, word, ','); ++read) {
    const Word* known = nullptr;
    for (const Word& entry : kWords)
      if (entry.text == word) known = &entry;
    if (known == nullptr)
      return Error{"\"" + word + "\" is no part of a semantics: expected langref, or a list of\n" + variant_help()};
    known->set(variant);
  }
  if (read == 0) return Error{"expected langref, or a list of\n" + variant_help()};
  return variant;
}

std::string name_of(const Variant& variant) {
  const Variant langref;
  std::string name;
  for (const Word& word : kWords)
    if (word.is(variant) && !word.is(langref)) name += (name.empty() ? "" : ",") + std::string(word.text);
  return name.empty() ? "langref" : name;
}

std::span<const std::string_view> relaxations() { return kRelaxations; }

std::string condition_of(std::string_view relaxation) {
  static constexpr std::pair<std::string_view, const char*> conditions[] = {
      {"volatile=memory", "a volatile load finds what memory holds"},
      {"nan=quiet", "a signaling NaN may be taken for a quiet one"},
      {"nan=payload", "the sign and payload of a NaN may change where it is returned, stored, passed or bitcast"},
      {"undef-store=nothing", "a store of undef leaves memory as it is"},
      {"memory=integers", "poison is never stored, and integers may be loaded from the bytes of pointers"},
  };
  for (const auto& [word, condition] : conditions)
    if (word == relaxation) return condition;
  return std::string(relaxation);
}

std::string variant_help() {
  std::string text;
  for (const Word& word : kWords)
    text += "  " + std::string(word.text) + std::string(21 - word.text.size(), ' ') + std::string(word.meaning) + "\n";
  return text;
}

}  // namespace assay::semantics
