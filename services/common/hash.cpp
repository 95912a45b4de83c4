#include "services/common/hash.h"

#include <openssl/sha.h>

namespace assay {

std::string content_id(std::string_view text) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string id;
  for (int i = 0; i < 16; ++i) {
    id += kDigits[digest[i] >> 4];
    id += kDigits[digest[i] & 15];
  }
  return id;
}

}  // namespace assay
