// Lists in pages, errors with details, news as they happen.
#include <grpcpp/grpcpp.h>

#include <fstream>
#include <iterator>
#include <thread>

#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/farm.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "services/common/log.h"
#include "services/common/scratch_folder.h"
#include "services/coordinator/rpc/failures.h"
#include "services/coordinator/rpc/pages.h"
#include "tests/support/wait_for.h"
#include "tests/unit/rpc/rpc_fixture.h"

namespace assay::rpc {
namespace {

class Lists : public ServerTest {
 protected:
  void SetUp() override {
    ServerTest::SetUp();
    channel_ = grpc::CreateChannel(address(), grpc::InsecureChannelCredentials());
    bugs_ = v1::BugService::NewStub(channel_);
    farm_ = v1::FarmService::NewStub(channel_);
  }
  void report(int number) {
    Finding finding = make_finding(number, "signature " + std::to_string(number));
    finding.found_at = "2026-01-01T00:00:" + std::to_string(10 + number) + "Z";
    ASSERT_TRUE(client_->report_finding(finding));
  }
  template <class Request, class Response>
  grpc::Status list(grpc::Status (v1::BugService::Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, Response& response) {
    grpc::ClientContext context;
    return (bugs_.get()->*method)(&context, request, &response);
  }
  grpc::Status list(const v1::ListBugsRequest& request, v1::ListBugsResponse& response) {
    return list(&v1::BugService::Stub::ListBugs, request, response);
  }

  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::BugService::Stub> bugs_;
  std::unique_ptr<v1::FarmService::Stub> farm_;
};

/// The message of a type among the details of an error.
template <class Detail>
Detail detail_of(const grpc::Status& status) {
  google::rpc::Status all;
  EXPECT_TRUE(all.ParseFromString(status.error_details()));
  EXPECT_EQ(all.code(), status.error_code());
  Detail detail;
  for (const auto& each : all.details())
    if (each.UnpackTo(&detail)) return detail;
  ADD_FAILURE() << "no " << Detail::descriptor()->full_name() << " in " << status.error_message();
  return detail;
}

TEST_F(Lists, PagesFollowEachOtherWhateverIsFoundMeanwhile) {
  for (int i = 0; i < 9; ++i) report(i);
  for (const char* order : {"", "count", "title desc", "first_seen"}) {
    v1::ListBugsRequest request;
    request.set_page_size(2);
    request.set_order_by(order);
    std::set<std::string> seen;
    int pages = 0;
    do {
      v1::ListBugsResponse response;
      const auto status = list(request, response);
      ASSERT_TRUE(status.ok()) << status.error_message();
      EXPECT_LE(response.bugs_size(), 2);
      for (const v1::Bug& bug : response.bugs()) EXPECT_TRUE(seen.insert(bug.id()).second) << order << ": told twice";
      request.set_page_token(response.next_page_token());
      if (++pages == 1 && std::string(order).empty())
        report(30);  // newer than all: it would push others to the next page
    } while (!request.page_token().empty());
    EXPECT_GE(seen.size(), 9u) << order;
  }
}

TEST_F(Lists, SizesAreBoundedAndATokenGoesWithItsListOnly) {
  for (int i = 0; i < 4; ++i) report(i);
  v1::ListBugsRequest request;
  v1::ListBugsResponse response;
  request.set_page_size(1);
  request.set_skip(1);
  ASSERT_TRUE(list(request, response).ok());
  EXPECT_EQ(response.total_size(), 4u);
  ASSERT_EQ(response.bugs_size(), 1);
  EXPECT_EQ(response.bugs(0).signature(), "signature 2");
  request.set_skip(0);
  request.set_page_token(response.next_page_token());
  v1::ListBugsResponse second;
  ASSERT_TRUE(list(request, second).ok());
  EXPECT_EQ(second.bugs(0).signature(), "signature 1");
  const auto field = [&](auto change) {
    v1::ListBugsRequest bad = request;
    change(bad);
    const auto status = list(bad, response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    const auto violations = detail_of<google::rpc::BadRequest>(status).field_violations();
    return violations.empty() ? "" : violations[0].field();
  };
  EXPECT_EQ(field([](auto& r) { r.set_filter("count > 0"); }), "page_token");
  EXPECT_EQ(field([](auto& r) { r.set_order_by("title"); }), "page_token");
  EXPECT_EQ(field([](auto& r) { r.set_page_token("anything"); }), "page_token");
  EXPECT_EQ(field([](auto& r) { r.set_page_size(-1); }), "page_size");
  EXPECT_EQ(field([](auto& r) { r.set_skip(-1); }), "skip");
  EXPECT_EQ(field([](auto& r) { r.set_order_by("colour"); }), "order_by");
  EXPECT_EQ(field([](auto& r) { r.set_filter("pass = gvm"); }), "pass");
  EXPECT_EQ(field([](auto& r) { r.set_filter("pass ="); }), "filter");

  v1::ListFindingsRequest findings;
  v1::ListFindingsResponse none;
  findings.set_bug_id(second.bugs(0).id());
  findings.set_filter("checked = false");
  ASSERT_TRUE(list(&v1::BugService::Stub::ListFindings, findings, none).ok());
  EXPECT_EQ(none.findings_size(), 0);
  findings.set_filter("colour = red");
  EXPECT_EQ(list(&v1::BugService::Stub::ListFindings, findings, none).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(Lists, TheClientAsksForAllPages) {
  for (int i = 0; i < 5; ++i) report(i);
  NewHunt hunt = make_hunt();
  for (int i = 0; i < 3; ++i) {
    hunt.token = std::to_string(i);
    ASSERT_TRUE(client_->create_hunt(hunt));
  }
  register_worker(*client_, "w");
  store::BugFilter filter;
  filter.offset = 2;
  EXPECT_EQ(client_->list_bugs(filter)->bugs.size(), 3u);
  filter.filter = "count > 1";
  EXPECT_EQ(client_->list_bugs(filter)->total, 0u);
  EXPECT_EQ(client_->list_hunts(2)->size(), 2u);
  EXPECT_EQ(client_->list_hunts(100, 1)->size(), 2u);
  EXPECT_EQ(client_->list_hunts(100, 0, "state = stopped")->size(), 0u);
  EXPECT_EQ(client_->list_workers()->size(), 1u);
  EXPECT_EQ(client_->statistics()->bugs, 5u);
  const auto answer = client_->ask("SELECT COUNT(*), 'x', NULL, 0.5 FROM bugs", {});
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->rows, (decltype(answer->rows){{std::int64_t{5}, std::string("x"), std::monostate(), 0.5}}));
  EXPECT_NE(client_->ask("DELETE FROM bugs", {}).error().find("sql:"), std::string::npos);
}

TEST_F(Lists, EachErrorSaysWhatItIsInDetailsThatProgramsRead) {
  v1::GetBugRequest request;
  v1::GetBugResponse response;
  request.set_id("ffff");
  auto status = list(&v1::BugService::Stub::GetBug, request, response);
  EXPECT_EQ(detail_of<google::rpc::ErrorInfo>(status).reason(), "NOT_FOUND");
  EXPECT_EQ(detail_of<google::rpc::ErrorInfo>(status).domain(), "assay.v1");
  status = exhausted("QUEUE_FULL", "too many");
  EXPECT_EQ(detail_of<google::rpc::ErrorInfo>(status).reason(), "QUEUE_FULL");
  EXPECT_EQ(retry_delay_of(status), std::chrono::milliseconds(100));
  EXPECT_EQ(failed("x: database or disk is full").error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(retry_delay_of(failed("x: database or disk is full")), std::chrono::seconds(2));
  EXPECT_EQ(retry_delay_of(grpc::Status::OK), std::chrono::milliseconds(0));
  EXPECT_EQ(detail_of<google::rpc::BadRequest>(invalid("finding.kind: is none")).field_violations(0).description(),
            "is none");
  EXPECT_EQ(detail_of<google::rpc::BadRequest>(invalid("it is: wrong")).field_violations(0).field(), "");
}

TEST_F(Lists, NewsComeAsTheyHappenAndAStreamGoesOnWhereItWasCutOff) {
  report(1);
  grpc::ClientContext context;
  auto stream = farm_->WatchNews(&context, v1::WatchNewsRequest());
  v1::WatchNewsResponse first, told;
  ASSERT_TRUE(stream->Read(&first));
  EXPECT_EQ(first.news_size(), 0) << "what was before is not told";
  report(2);
  ASSERT_TRUE(stream->Read(&told));
  EXPECT_EQ(told.news(0).what(), "bug-found");
  context.TryCancel();
  while (stream->Read(&told)) {
  }
  stream->Finish();

  report(3);
  grpc::ClientContext again;
  v1::WatchNewsRequest request;
  request.set_resume_token(first.resume_token());
  stream = farm_->WatchNews(&again, request);
  std::vector<std::string> words;
  while (words.size() < 4 && stream->Read(&told))
    for (const v1::News& news : told.news()) words.push_back(news.what());
  EXPECT_EQ(words, (std::vector<std::string>{"bug-found", "finding", "bug-found", "finding"}));
  again.TryCancel();
  while (stream->Read(&told)) {
  }
  stream->Finish();

  const auto refusal = [&](const v1::WatchNewsRequest& bad) {
    grpc::ClientContext one;
    auto reader = farm_->WatchNews(&one, bad);
    v1::WatchNewsResponse response;
    EXPECT_FALSE(reader->Read(&response));
    return reader->Finish().error_code();
  };
  request.set_resume_token("anything");
  EXPECT_EQ(refusal(request), grpc::StatusCode::INVALID_ARGUMENT);
  request.set_resume_token(page_token("news", "1000000"));
  EXPECT_EQ(refusal(request), grpc::StatusCode::OUT_OF_RANGE);
  request.Clear();
  request.set_filter("pass = gvm");
  EXPECT_EQ(refusal(request), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(Lists, WhoWatchesAndDoesNotReadCostsNothingAndLosesNothing) {
  grpc::ClientContext context;
  auto stream = farm_->WatchNews(&context, v1::WatchNewsRequest());
  v1::WatchNewsResponse told;
  ASSERT_TRUE(stream->Read(&told));
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(coordinator_->store().record_finding(make_finding(i)));
  std::size_t findings = 0;
  while (findings < 300 && stream->Read(&told))
    for (const v1::News& news : told.news()) findings += news.what() == "finding";
  EXPECT_EQ(findings, 300u);
  context.TryCancel();
  while (stream->Read(&told)) {
  }
  stream->Finish();
}

TEST_F(Lists, TooManyWhoWatchAreToldSoAndCallsGoOn) {
  constexpr int kStreams = 60;
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::WatchNewsResponse>>> streams;
  int admitted = 0;
  for (int i = 0; i < kStreams; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    streams.push_back(farm_->WatchNews(contexts.back().get(), v1::WatchNewsRequest()));
    v1::WatchNewsResponse told;
    if (streams.back()->Read(&told)) {
      ++admitted;
      continue;
    }
    const auto status = streams.back()->Finish();
    streams.pop_back();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_GT(retry_delay_of(status).count(), 0);
  }
  EXPECT_EQ(admitted, 32);
  report(1);
  EXPECT_EQ(client_->list_bugs({})->total, 1u);
  for (const auto& context : contexts) context->TryCancel();
  for (const auto& stream : streams) stream->Finish();
  EXPECT_TRUE(wait_for([&] {  // the places are free again
    grpc::ClientContext context;
    auto stream = farm_->WatchNews(&context, v1::WatchNewsRequest());
    v1::WatchNewsResponse told;
    const bool reads = stream->Read(&told);
    context.TryCancel();
    stream->Finish();
    return reads;
  }));
}

TEST_F(Lists, ATokenThatIsRevokedEndsItsStreamAndAServerThatStopsEndsAll) {
  const std::string secret = *coordinator_->store().create_token("viewer", store::Role::Viewer, "ada");
  const auto watch = [&](grpc::ClientContext& context) {
    context.AddMetadata("authorization", "Bearer " + secret);
    return farm_->WatchNews(&context, v1::WatchNewsRequest());
  };
  grpc::ClientContext first, second;
  auto stream = watch(first);
  v1::WatchNewsResponse told;
  ASSERT_TRUE(stream->Read(&told));
  auto other = watch(second);
  ASSERT_TRUE(other->Read(&told));
  ASSERT_FALSE(coordinator_->store().revoke_token("viewer", "ada"));
  EXPECT_FALSE(stream->Read(&told));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_FALSE(other->Read(&told));
  other->Finish();
}

TEST_F(Lists, AServerThatStopsEndsItsStreams) {
  grpc::ClientContext context;
  auto stream = farm_->WatchNews(&context, v1::WatchNewsRequest());
  v1::WatchNewsResponse told;
  ASSERT_TRUE(stream->Read(&told));
  server_->stop();
  EXPECT_FALSE(stream->Read(&told));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(Lists, TheClientGoesOnWatchingAfterTheServerWasAway) {
  std::atomic<int> told{0}, begun{0};
  auto watcher = make_client();
  std::thread watching([&] {
    const Status failure = watcher->watch_news({}, [&](const std::vector<store::News>& news) {
      ++begun;
      for (const store::News& each : news) told += each.what == "bug-found";
      return told < 2;
    });
    EXPECT_FALSE(failure) << failure->message;
  });
  ASSERT_TRUE(wait_for([&] { return begun > 0; }));
  report(1);
  ASSERT_TRUE(wait_for([&] { return told == 1; }));
  const std::string where = address();
  server_->stop();
  server_.reset();
  Finding finding = make_finding(2, "while it was away");
  ASSERT_TRUE(coordinator_->store().record_finding(finding));
  auto server = Server::start(*coordinator_, {where});
  ASSERT_TRUE(server) << server.error();
  server_ = std::move(*server);
  watching.join();
  EXPECT_EQ(told, 2);
}

TEST_F(Lists, AClientThatWatchesSaysThatItWaitsForTheServer) {
  const std::string where = address();
  auto watcher = make_client();
  server_->stop();
  server_.reset();
  const ScratchFolder folder("assay-watch-");
  const std::string log = folder.file("log");
  configure_log(LogLevel::Warning, log);
  std::thread watching([&] { (void)watcher->watch_news({}, [](const std::vector<store::News>&) { return true; }); });
  const bool said = wait_for([&] {
    std::ifstream text(log);
    return std::string(std::istreambuf_iterator<char>(text), {}).find("call-tried-again coordinator=" + where) !=
           std::string::npos;
  });
  configure_log(LogLevel::Warning, "/dev/stderr");
  watcher->cancel();
  watching.join();
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace assay::rpc
