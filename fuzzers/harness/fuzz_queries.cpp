// Hostile input for what people ask of the database: SQL, times and filters. The answer is rows or a refusal; the
// database stays as it is, and no file appears beside it.

#include <sqlite3.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "services/coordinator/store/dates.h"
#include "services/coordinator/store/filter_text.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/store.h"

namespace {

using namespace assay;
namespace fs = std::filesystem;

/// A database with some bugs, in a folder of its own.
class Target {
 public:
  Target() {
    folder_ = (fs::temp_directory_path() / "assay-fuzz-XXXXXX").string();
    if (mkdtemp(folder_.data()) == nullptr) std::abort();
    std::atexit([] { fs::remove_all(one().folder_); });
    {
      auto store = store::Store::open(file());
      if (!store) std::abort();
      for (int i = 0; i < 20; ++i) {
        Finding finding;
        finding.culprit = i % 2 == 0 ? "gvn" : "instcombine";
        finding.signature = "signature " + std::to_string(i % 7);
        finding.reduced = finding.original = "define i8 @f() {\n  ret i8 " + std::to_string(i) + "\n}\n";
        finding.found_at = "2026-01-02T03:04:05Z";
        if (!store->record_finding(finding)) std::abort();
      }
    }
    // In one file, so that it can be compared.
    sqlite3* database = nullptr;
    if (sqlite3_open(file().c_str(), &database) != SQLITE_OK ||
        sqlite3_exec(database, "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr) != SQLITE_OK)
      std::abort();
    sqlite3_close(database);
    content_ = read();
  }
  static Target& one() {
    static Target* target = new Target;
    return *target;
  }

  std::string file() const { return folder_ + "/assay.db"; }
  void expect_unchanged() const {
    const auto files = std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    if (files == 1 && read() == content_) return;
    std::fprintf(stderr, "a question changed the database or left a file\n");
    std::abort();
  }

 private:
  std::string read() const {
    std::ifstream input(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(input), {}};
  }
  std::string folder_, content_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Target& target = Target::one();
  const auto answer = store::answer_sql(target.file(), text, {std::chrono::milliseconds(200), 100});
  if (!answer && answer.error().empty()) std::abort();
  (void)store::utc_of(text, std::chrono::system_clock::now());
  (void)store::sort_of(text);
  if (const auto filter = store::parse_filter(text); !filter && filter.error().empty()) std::abort();
  target.expect_unchanged();
  return 0;
}
