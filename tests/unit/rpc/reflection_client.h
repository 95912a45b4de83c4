#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace assay::rpc {

/// The names of a server's services, as the reflection service tells them. The distribution has no header for the
/// messages of reflection, but its library registers them, so they are made by name.
inline std::vector<std::string> list_services(const std::string& address) {
  using google::protobuf::DescriptorPool;
  using google::protobuf::Message;
  using google::protobuf::MessageFactory;
  const auto make = [](const std::string& name) -> std::unique_ptr<Message> {
    const auto* type = DescriptorPool::generated_pool()->FindMessageTypeByName("grpc.reflection.v1alpha." + name);
    return std::unique_ptr<Message>(MessageFactory::generated_factory()->GetPrototype(type)->New());
  };
  const auto request = make("ServerReflectionRequest"), response = make("ServerReflectionResponse");
  request->GetReflection()->SetString(request.get(), request->GetDescriptor()->FindFieldByName("list_services"), "*");

  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::minutes(5));
  grpc::CompletionQueue queue;
  const auto step = [&queue] {
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return ok;
  };
  auto call = stub.PrepareCall(&context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  call->StartCall(nullptr);
  EXPECT_TRUE(step());
  const grpc::Slice slice(request->SerializeAsString());
  call->WriteLast(grpc::ByteBuffer(&slice, 1), grpc::WriteOptions(), nullptr);
  EXPECT_TRUE(step());
  grpc::ByteBuffer answer;
  call->Read(&answer, nullptr);
  EXPECT_TRUE(step());
  grpc::Status status;
  call->Finish(&status, nullptr);
  step();

  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (answer.Dump(&slices).ok())
    for (const grpc::Slice& part : slices) bytes.append(reinterpret_cast<const char*>(part.begin()), part.size());
  EXPECT_TRUE(response->ParseFromString(bytes));
  const auto* list_field = response->GetDescriptor()->FindFieldByName("list_services_response");
  const Message& list = response->GetReflection()->GetMessage(*response, list_field);
  const auto* service_field = list.GetDescriptor()->FindFieldByName("service");
  std::vector<std::string> names;
  for (int i = 0; i < list.GetReflection()->FieldSize(list, service_field); ++i) {
    const Message& service = list.GetReflection()->GetRepeatedMessage(list, service_field, i);
    names.push_back(service.GetReflection()->GetString(service, service.GetDescriptor()->FindFieldByName("name")));
  }
  return names;
}

}  // namespace assay::rpc
