// Database files that somebody else has written or a disk has damaged, at every door that opens one: bytes of a sound
// file are changed as the input says, and it is checked, listed, asked in SQL, imported, copied and recovered. Whatever
// stands in it is read or is an error in words.
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "services/coordinator/store/backup.h"
#include "services/coordinator/store/sql.h"
#include "services/coordinator/store/store.h"
#include "services/coordinator/store/upkeep.h"

namespace {

using namespace assay;
namespace fs = std::filesystem;

std::string read(const std::string& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}
void write(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << content;
}

/// A folder of its own with files that are made anew for each input, and the sound ones that they are made of.
class Bench {
 public:
  static const Bench& one() {
    static const Bench* bench = new Bench;
    return *bench;
  }
  std::string file(const char* name) const { return folder_ + "/" + name; }
  const std::string& sound() const { return sound_; }
  const std::string& empty() const { return empty_; }
  void clear() const {
    for (const auto& each : fs::directory_iterator(folder_)) fs::remove_all(each.path());
  }

 private:
  Bench() {
    folder_ = (fs::temp_directory_path() / "assay-fuzz-XXXXXX").string();
    if (mkdtemp(folder_.data()) == nullptr) std::abort();
    std::atexit([] { fs::remove_all(one().folder_); });
    empty_ = made(0);
    sound_ = made(6);
  }
  std::string made(int findings) const {
    const std::string path = file("made.db");
    {
      auto store = store::Store::open(path);
      if (!store) std::abort();
      for (int i = 0; i < findings; ++i) {
        Finding finding;
        finding.culprit = i % 2 == 0 ? "gvn" : "instcombine";
        finding.signature = "signature " + std::to_string(i % 3);
        finding.reduced = finding.original = "define i8 @f() {\n  ret i8 " + std::to_string(i) + "\n}\n";
        finding.found_at = "2026-01-02T03:04:05Z";
        if (!store->record_finding(finding)) std::abort();
      }
    }
    sqlite3* database = nullptr;  // in one file
    if (sqlite3_open(path.c_str(), &database) != SQLITE_OK ||
        sqlite3_exec(database, "PRAGMA journal_mode = DELETE; VACUUM", nullptr, nullptr, nullptr) != SQLITE_OK)
      std::abort();
    sqlite3_close(database);
    std::string content = read(path);
    clear();
    return content;
  }
  std::string folder_, sound_, empty_;
};

/// Reads the input as changes: which kind, a place in three bytes, a length, and what comes of it.
class Changes {
 public:
  Changes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

  void apply(std::string& content) {
    while (end_ - data_ >= 5 && !content.empty()) {
      const unsigned kind = *data_++ % 8;
      const std::size_t place = next_place() % content.size();
      const std::size_t length = std::min<std::size_t>(*data_++, content.size() - place);
      if (kind == 0) {
        content.resize(place);
      } else if (kind == 1) {
        copy_page(content, place, length);
      } else if (kind == 2) {
        place_text(content, place);
      } else {
        const std::size_t given = std::min<std::size_t>(length % 16 + 1, static_cast<std::size_t>(end_ - data_));
        for (std::size_t i = 0; i < given && place + i < content.size(); ++i)
          content[place + i] = static_cast<char>(*data_++);
      }
    }
  }

 private:
  static constexpr std::size_t kPage = 4096;

  std::size_t next_place() {
    const std::size_t place = data_[0] | data_[1] << 8 | data_[2] << 16;
    data_ += 3;
    return place;
  }
  /// A page in the place of another: trees with loops, indexes that are tables.
  static void copy_page(std::string& content, std::size_t place, std::size_t from) {
    const std::size_t pages = content.size() / kPage;
    if (pages == 0) return;
    content.replace(place / kPage % pages * kPage, kPage, content.substr(from % pages * kPage, kPage));
  }
  /// The rest of the input behind the next place where a statement of the schema begins.
  void place_text(std::string& content, std::size_t place) {
    const std::size_t found = content.find("CREATE ", place);
    if (found == std::string::npos) return;
    for (std::size_t i = found; data_ != end_ && i < content.size(); ++i) content[i] = static_cast<char>(*data_++);
  }

  const std::uint8_t* data_;
  const std::uint8_t* end_;
};

template <class Answer>
void expect_words(const Answer& answer) {
  if (!answer && answer.error().empty()) std::abort();
}
void expect_words(const Status& answer) {
  if (answer && answer->message.empty()) std::abort();
}

void ask_all(const std::string& file) {
  auto store = store::Store::open(file, {.create = false});
  expect_words(store);
  if (!store) return;
  expect_words(store->verify());
  expect_words(store->statistics());
  const auto bugs = store->list_bugs({});
  expect_words(bugs);
  if (!bugs) return;
  for (const Bug& bug : *bugs) {
    expect_words(store->findings_of(bug.id));
    expect_words(store->care_of(bug.id));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Bench& bench = Bench::one();
  std::string content = bench.sound();
  Changes(data + 1, size - 1).apply(content);
  const std::string file = bench.file("given.db"), own = bench.file("own.db");
  write(file, content);
  switch (data[0] % 4) {
    case 0:
      ask_all(file);
      break;
    case 1:
      write(own, bench.empty());
      expect_words(store::import_findings(own, file, true));
      if (auto sound = store::Store::open(own, {.create = false}); !sound || sound->verify()) std::abort();
      break;
    case 2:
      expect_words(store::answer_sql(file, "SELECT * FROM bugs", {std::chrono::milliseconds(500), 100}));
      expect_words(store::back_up(file, bench.file("copy.db")));
      break;
    default:
      expect_words(store::recover(file, bench.file("recovered.db")));
      break;
  }
  if (data[0] % 4 != 0 && read(file) != content) std::abort();  // it is only read
  bench.clear();
  return 0;
}
