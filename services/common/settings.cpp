#include "services/common/settings.h"

#include "services/common/question.h"

namespace assay {

Question question_by(AskedBy asker) {
  Question question;
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence)
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off)
#define ASSAY_DEFAULT(who, field, value, reason) \
  if (asker == AskedBy::who) question.field = value;
#include "services/common/settings.def"
  return question;
}

}  // namespace assay
