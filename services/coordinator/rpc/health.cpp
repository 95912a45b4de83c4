#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include "services/coordinator/rpc/channel.h"
#include "services/coordinator/rpc/library_logs.h"

namespace assay::rpc {
namespace {

// The two messages of grpc.health.v1 are small enough to be written and read by hand, which spares a copy of the
// standard's proto file. The request that asks for the whole server has no bytes; the answer that means SERVING is
// field 1 with the number 1.
constexpr char kServing[] = {0x08, 0x01};

std::string text_of(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string text;
  if (!buffer.Dump(&slices).ok()) return text;
  for (const grpc::Slice& slice : slices) text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  return text;
}

}  // namespace

Status check_health(const std::string& address, const Credentials& credentials, std::chrono::milliseconds deadline) {
  route_library_logs();
  grpc::GenericStub stub(grpc::CreateChannel(address, credentials_of(credentials)));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + deadline);
  grpc::CompletionQueue queue;
  const grpc::Slice nothing;
  const grpc::ByteBuffer request(&nothing, 1);
  grpc::ByteBuffer response;
  grpc::Status status;
  auto call = stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", request, &queue);
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  if (!status.ok()) return Error{address + ": " + status.error_message()};
  if (text_of(response) != std::string(kServing, sizeof kServing)) return Error{address + ": does not serve"};
  return {};
}

}  // namespace assay::rpc
