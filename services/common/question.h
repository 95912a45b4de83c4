#pragma once

#include <cstdint>
#include <string>

#include "services/common/fields.h"
#include "services/common/settings.h"

namespace assay {

/// What was asked when a finding was made: the oracle that failed, and all that its answer depends on beside the case,
/// the pipeline and the compiler. Whoever asks again (reducer, replay, bundle, regression test) asks this. The fields
/// are the rows of settings.def.
struct Question {
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence) type field{value};
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off) bool field{value};
#define ASSAY_DEFAULT(asker, field, value, reason)
#include "services/common/settings.def"
  bool operator==(const Question&) const = default;
};

template <class R, class Visit, class... Others>
requires std::is_same_v<std::remove_const_t<R>, Question>
void each_field_of(R& record, Visit&& visit, Others&... others) {
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence) visit(#field, record.field, others.field...);
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off) visit(#field, record.field, others.field...);
#define ASSAY_DEFAULT(asker, field, value, reason)
#include "services/common/settings.def"
}

/// Calls visit(row, member) for each setting of a question, in the table's order.
template <class Q, class Visit>
void each_setting(Q& question, Visit&& visit) {
  std::size_t row = 0;
  each_field(question, [&](const char*, auto& member) { visit(kSettings[row++], member); });
}

/// What is asked where nobody says anything else.
Question question_by(AskedBy asker);

/// Settings of one record that this one has, too, and that are not zero there, take the place of those in `question`.
/// Does not compile if the record lacks a setting that its verb offers.
template <Verbs verb, class Settings>
void take_settings(Question& question, const Settings& settings) {
  const auto take = []<class T>(T& into, const T& from) {
    if (from != T{}) into = from;
  };
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence) \
  if constexpr (((offered)&verb) != 0) take(question.field, settings.field);
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off) \
  if constexpr (((offered)&verb) != 0) take(question.field, settings.field);
#define ASSAY_DEFAULT(asker, field, value, reason)
#include "services/common/settings.def"
}

}  // namespace assay
