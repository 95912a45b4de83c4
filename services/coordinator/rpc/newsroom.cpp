#include "services/coordinator/rpc/newsroom.h"

#include <chrono>

#include "services/coordinator/rpc/failures.h"
#include "services/coordinator/rpc/pages.h"

namespace assay::rpc {
namespace {

constexpr std::size_t kMostStreams = 200;
constexpr std::size_t kMostOfOnePeer = 32;
constexpr std::uint32_t kNewsInAnAnswer = 200;
constexpr std::chrono::milliseconds kBetweenLooks{200};
constexpr int kLooksBetweenTokens = 25;  // a token that was revoked ends its streams
constexpr const char* kQuestion = "news";

}  // namespace

/// The members are the newsroom's, under its lock.
class Newsroom::Stream final : public Reactor {
 public:
  Stream(Newsroom& room, grpc::CallbackServerContext* context) : room_(room), context_(context) {}

  void OnWriteDone(bool good) override {
    const std::lock_guard lock(room_.mutex_);
    is_writing_ = false;
    if (!good) end(grpc::Status::CANCELLED);
    if (end_after_) end(*end_after_);
  }
  void OnCancel() override {
    const std::lock_guard lock(room_.mutex_);
    is_cancelled_ = true;
    if (!is_writing_ && !is_admitting_) end(grpc::Status::CANCELLED);
  }
  void OnDone() override {
    room_.forget(this);
    delete this;
  }

  grpc::CallbackServerContext& context() { return *context_; }
  bool is_idle() const { return !is_writing_ && !has_ended_; }
  /// From now on it may end by itself; before, somebody still holds it.
  void admit() { is_admitting_ = false; }
  bool is_cancelled() const { return is_cancelled_; }
  void send() {
    is_writing_ = true;
    StartWrite(&response_);
  }
  /// Once; what is being written ends first.
  void end(const grpc::Status& status) {
    if (has_ended_) return;
    if (is_writing_) {
      end_after_ = status;
      return;
    }
    has_ended_ = true;
    Finish(status);
  }

  store::BugFilter filter_;
  std::uint64_t last_ = 0;
  std::string peer_;  ///< counted under this; empty: not counted
  v1::WatchNewsResponse response_;

 private:
  Newsroom& room_;
  grpc::CallbackServerContext* context_;
  bool is_admitting_ = true;
  bool is_cancelled_ = false;
  bool is_writing_ = false;
  bool has_ended_ = false;
  std::optional<grpc::Status> end_after_;
};

Newsroom::Reactor* Newsroom::open(grpc::CallbackServerContext* context) { return new Stream(*this, context); }

void Newsroom::refuse(Reactor* stream, const grpc::Status& status) {
  const std::lock_guard lock(mutex_);
  static_cast<Stream*>(stream)->admit();
  static_cast<Stream*>(stream)->end(status);
}

grpc::Status Newsroom::start(Stream& stream, const v1::WatchNewsRequest& request, const Caller& caller) {
  stream.filter_.filter = request.filter();
  const auto bad = store_.resolve(stream.filter_);
  if (!bad) return failed(bad.error());
  if (*bad) return invalid((*bad)->message);
  const auto last = number_of(request.resume_token(), kQuestion, "resume_token");
  if (!last) return invalid(last.error());
  const auto span = store_.news_span();
  if (!span) return failed(span.error());
  if (!request.resume_token().empty() && (*last > span->last || (span->first > 0 && *last + 1 < span->first)))
    return out_of_range("resume_token: what followed it is no longer kept");
  stream.last_ = request.resume_token().empty() ? span->last : *last;

  const std::lock_guard lock(mutex_);
  if (stopping_) return ending();
  if (stream.is_cancelled()) return grpc::Status::CANCELLED;
  if (streams_.size() >= kMostStreams || (of_peer_.contains(caller.peer) && of_peer_.at(caller.peer) >= kMostOfOnePeer))
    return exhausted("TOO_MANY_STREAMS", "too many watch: try again, or ask for lists");
  stream.admit();
  ++of_peer_[caller.peer];
  stream.peer_ = caller.peer;
  streams_.insert(&stream);
  if (!watcher_.joinable()) watcher_ = std::thread(&Newsroom::watch, this);
  stream.response_.set_resume_token(page_token(kQuestion, std::to_string(stream.last_)));
  stream.send();
  return grpc::Status::OK;
}

void Newsroom::begin(Reactor* reactor, const v1::WatchNewsRequest& request, const Caller& caller) {
  Stream& stream = *static_cast<Stream*>(reactor);
  if (const grpc::Status status = start(stream, request, caller); !status.ok()) refuse(reactor, status);
}

void Newsroom::forget(Stream* stream) {
  const std::lock_guard lock(mutex_);
  streams_.erase(stream);
  const auto count = of_peer_.find(stream->peer_);
  if (!stream->peer_.empty() && count != of_peer_.end() && --count->second == 0) of_peer_.erase(count);
}

void Newsroom::watch() {
  std::unique_lock lock(mutex_);
  for (int looks = 0; !wake_.wait_for(lock, kBetweenLooks, [this] { return stopping_; }); ++looks) {
    if (streams_.empty()) continue;
    const auto span = store_.news_span();  // a database that can't be read now is asked again
    if (!span) continue;
    for (Stream* stream : streams_)
      if (stream->is_idle()) tell(*stream, span->last, looks % kLooksBetweenTokens == 0);
  }
}

/// To be called with the lock held.
void Newsroom::tell(Stream& stream, std::uint64_t newest, bool look_at_token) {
  const bool has_news = stream.last_ < newest;
  if (!has_news && !look_at_token) return;
  Caller caller;
  if (const grpc::Status status = gate_.admit(stream.context(), Callers::Viewers, "WatchNews", caller); !status.ok())
    return stream.end(status);
  if (!has_news) return;
  auto part = store_.news_after(stream.last_, stream.filter_, kNewsInAnAnswer);
  if (!part) return;
  if (!part->complete)
    return stream.end(out_of_range("resume_token: the client was too slow, and what followed is no longer kept"));
  stream.last_ = part->last;
  if (part->news.empty()) return;
  stream.response_.Clear();
  for (const store::News& news : part->news) {
    v1::News& message = *stream.response_.add_news();
    message.set_at(news.at);
    message.set_what(news.what);
    message.set_bug_id(news.bug_id);
    message.set_hunt_id(news.hunt_id);
    message.set_detail(news.detail);
  }
  stream.response_.set_resume_token(page_token(kQuestion, std::to_string(stream.last_)));
  stream.send();
}

void Newsroom::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (Stream* stream : streams_) stream->end(ending());
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
}

}  // namespace assay::rpc
