// Hostile input for the coordinator: bytes choose a method of the contract and fill its request, field by field, or are
// the request. Whatever comes, the answer is a value or a refusal; INTERNAL, UNKNOWN or no answer ends the run.

#include <fuzzer/FuzzedDataProvider.h>
#include <google/protobuf/message.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "assay/v1/admin.grpc.pb.h"
#include "assay/v1/bugs.grpc.pb.h"
#include "assay/v1/farm.grpc.pb.h"
#include "assay/v1/finding.grpc.pb.h"
#include "assay/v1/work.grpc.pb.h"
#include "services/coordinator/rpc/rpc.h"

namespace {

namespace pb = google::protobuf;
using namespace assay;

constexpr int kDepth = 6;

/// What fields hold that hunts and people send, so that calls get behind the first check.
constexpr const char* kWords[] = {"",
                                  "linked",
                                  "instcombine",
                                  "22.1.8",
                                  "22.1.8@0123456789ab",
                                  "new",
                                  "fixed",
                                  "7d",
                                  "count",
                                  "-title",
                                  "refinement",
                                  "2026-01-01",
                                  "none",
                                  "yesterday",
                                  "a",
                                  "%",
                                  "\xff\xfe",
                                  "x\ny",
                                  "define i8 @f() {\n  ret i8 1\n}\n",
                                  "https://a/b",
                                  "'; --",
                                  "\"",
                                  "pass = gvn AND (count > 1 OR kind = crash) -tag:a",
                                  "checked = true found_at > 7d",
                                  "state = failed",
                                  "SELECT * FROM bugs",
                                  "last_seen desc",
                                  "title"};

std::string text_from(FuzzedDataProvider& data) {
  if (data.ConsumeBool()) return data.PickValueInArray(kWords);
  return data.ConsumeRandomLengthString(300);
}

void fill(pb::Message& message, FuzzedDataProvider& data, int depth);

void fill_field(pb::Message& message, const pb::FieldDescriptor& field, FuzzedDataProvider& data, int depth) {
  const pb::Reflection& reflection = *message.GetReflection();
  const bool many = field.is_repeated();
  switch (field.cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_STRING: {
      std::string text = text_from(data);
      many ? reflection.AddString(&message, &field, text) : reflection.SetString(&message, &field, text);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_UINT64: {
      const auto value =
          data.ConsumeBool() ? data.ConsumeIntegralInRange<std::uint64_t>(0, 3) : data.ConsumeIntegral<std::uint64_t>();
      many ? reflection.AddUInt64(&message, &field, value) : reflection.SetUInt64(&message, &field, value);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_UINT32: {
      const auto value = data.ConsumeIntegral<std::uint32_t>();
      many ? reflection.AddUInt32(&message, &field, value) : reflection.SetUInt32(&message, &field, value);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_INT32: {
      const auto value = data.ConsumeIntegral<std::int32_t>();
      many ? reflection.AddInt32(&message, &field, value) : reflection.SetInt32(&message, &field, value);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_INT64: {
      const auto value = data.ConsumeIntegral<std::int64_t>();
      many ? reflection.AddInt64(&message, &field, value) : reflection.SetInt64(&message, &field, value);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_DOUBLE: {
      const auto value = data.ConsumeFloatingPoint<double>();
      many ? reflection.AddDouble(&message, &field, value) : reflection.SetDouble(&message, &field, value);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_BOOL:
      many ? reflection.AddBool(&message, &field, data.ConsumeBool())
           : reflection.SetBool(&message, &field, data.ConsumeBool());
      break;
    case pb::FieldDescriptor::CPPTYPE_ENUM: {
      const int value = data.ConsumeIntegralInRange<int>(-1, 20);
      many ? reflection.AddEnumValue(&message, &field, value) : reflection.SetEnumValue(&message, &field, value);
      break;
    }
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
      if (depth > 0)
        fill(many ? *reflection.AddMessage(&message, &field) : *reflection.MutableMessage(&message, &field), data,
             depth - 1);
      break;
    default:
      break;  // the contract has no others
  }
}

void fill(pb::Message& message, FuzzedDataProvider& data, int depth) {
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const pb::FieldDescriptor& field = *message.GetDescriptor()->field(i);
    const int times = field.is_repeated()                      ? data.ConsumeIntegralInRange(0, 2)
                      : data.ConsumeIntegralInRange(0, 3) == 0 ? 0
                                                               : 1;
    for (int n = 0; n < times; ++n) fill_field(message, field, data, depth);
  }
}

/// A coordinator on the loopback, with a database that goes with the process's temporary folder.
class Target {
 public:
  Target() {
    folder_ = (std::filesystem::temp_directory_path() / "assay-fuzz-XXXXXX").string();
    if (mkdtemp(folder_.data()) == nullptr) std::abort();
    std::atexit([] { std::filesystem::remove_all(one().folder_); });
    auto store = store::Store::open(folder_ + "/assay.db");
    if (!store) std::abort();
    rpc::CoordinatorOptions options;
    options.examine = [](const Finding& finding) {
      return rpc::Examined{finding.reduced.empty() ? "reduced: is empty" : "", "signature of " + finding.culprit,
                           "title"};
    };
    coordinator_ = std::make_unique<rpc::Coordinator>(std::move(*store), options);
    rpc::ServerOptions server;
    server.listen = "127.0.0.1:0";
    auto started = rpc::Server::start(*coordinator_, server);
    if (!started) std::abort();
    server_ = std::move(*started);
    stub_ = std::make_unique<grpc::GenericStub>(
        grpc::CreateChannel("127.0.0.1:" + std::to_string(server_->port()), grpc::InsecureChannelCredentials()));
    for (const pb::FileDescriptor* file :
         {v1::RegisterWorkerRequest::descriptor()->file(), v1::ReportFindingRequest::descriptor()->file(),
          v1::ListBugsRequest::descriptor()->file(), v1::CreateHuntRequest::descriptor()->file(),
          v1::WatchNewsRequest::descriptor()->file()})
      for (int i = 0; i < file->service_count(); ++i)
        for (int m = 0; m < file->service(i)->method_count(); ++m)
          if (!file->service(i)->method(m)->server_streaming())
            methods_.push_back(file->service(i)->method(m));  // a stream has no end
  }
  static Target& one() {
    static Target* target = new Target;  // lives as long as gRPC's threads
    return *target;
  }

  const std::vector<const pb::MethodDescriptor*>& methods() const { return methods_; }

  grpc::Status call(const pb::MethodDescriptor& method, const std::string& bytes) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(60));
    grpc::CompletionQueue queue;
    const grpc::Slice slice(bytes);
    const grpc::ByteBuffer request(&slice, 1);
    grpc::ByteBuffer response;
    grpc::Status status;
    auto call =
        stub_->PrepareUnaryCall(&context, "/" + method.service()->full_name() + "/" + method.name(), request, &queue);
    call->StartCall();
    call->Finish(&response, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status;
  }

 private:
  std::string folder_;
  std::unique_ptr<rpc::Coordinator> coordinator_;
  std::unique_ptr<rpc::Server> server_;
  std::unique_ptr<grpc::GenericStub> stub_;
  std::vector<const pb::MethodDescriptor*> methods_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Target& target = Target::one();
  FuzzedDataProvider provider(data, size);
  const pb::MethodDescriptor& method =
      *target.methods()[provider.ConsumeIntegralInRange<std::size_t>(0, target.methods().size() - 1)];
  std::string bytes;
  if (provider.ConsumeIntegralInRange(0, 7) == 0) {
    bytes = provider.ConsumeRemainingBytesAsString();
  } else {
    std::unique_ptr<pb::Message> request(
        pb::MessageFactory::generated_factory()->GetPrototype(method.input_type())->New());
    fill(*request, provider, kDepth);
    request->SerializePartialToString(&bytes);
  }
  const grpc::Status status = target.call(method, bytes);
  switch (status.error_code()) {
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNKNOWN:
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      std::fprintf(stderr, "%s: %d: %s\n", method.full_name().c_str(), status.error_code(),
                   status.error_message().c_str());
      std::abort();
    default:
      return 0;
  }
}
