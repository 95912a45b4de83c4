"""A client of assay.v1 that shares no code with Assay: python3-grpcio, and messages that protoc makes of the contract.

usage: foreign_client.py ADDRESS FOLDER_OF_PROTO WORK_FOLDER [TOKEN]     prints what happened, a line for each step
"""
import pathlib
import subprocess
import sys

import grpc

address, contract, work = sys.argv[1:4]
metadata = [("authorization", "Bearer " + sys.argv[4])] if len(sys.argv) > 4 else []
files = sorted(str(each) for each in pathlib.Path(contract).glob("assay/v1/*.proto"))
subprocess.run(["protoc", "-I", contract, "--python_out", work, *files], check=True)
sys.path.insert(0, work)
from assay.v1 import admin_pb2, bugs_pb2, finding_pb2, work_pb2  # noqa: E402

channel = grpc.insecure_channel(address)


def call(module, service, method, **fields):
    request = getattr(module, method + "Request")(**fields)
    answer = getattr(module, method + "Response")
    stub = channel.unary_unary(
        f"/assay.v1.{service}/{method}",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=answer.FromString,
    )
    return stub(request, timeout=60, metadata=metadata)


def refusal(*arguments, **fields):
    try:
        call(*arguments, **fields)
        return "answered"
    except grpc.RpcError as error:
        return error.code().name + ": " + error.details()


print("hunts", len(call(admin_pb2, "AdminService", "ListHunts").hunts))
print("no settings", refusal(admin_pb2, "AdminService", "CreateHunt", token="t"))
print("no such hunt", refusal(admin_pb2, "AdminService", "StopHunt", hunt_id="none"))
module = b"define i8 @f(i8 %x) {\n  ret i8 %x\n}\n"
finding = finding_pb2.Finding(
    kind=finding_pb2.FINDING_KIND_MISCOMPILE,
    pipeline=b"gvn",
    culprit=b"gvn",
    function=b"f",
    original=module,
    reduced=module,
    reduced_target=b"no module",
    reduced_pipeline=b"gvn",
    reason=b"value-mismatch",
    found_at=b"2026-01-02T03:04:05Z",
)
print("no module", refusal(finding_pb2, "FindingService", "ReportFinding", finding=finding))
finding.reduced_target = module
print("not reported", refusal(finding_pb2, "FindingService", "ReportFinding"))
first = call(finding_pb2, "FindingService", "ReportFinding", finding=finding)
again = call(finding_pb2, "FindingService", "ReportFinding", finding=finding)
print("new", first.is_new_bug, "again", again.is_new_bug or again.is_new_finding, "same bug", first.bug_id == again.bug_id)
bugs = call(bugs_pb2, "BugService", "ListBugs", **{"pass": b"gvn"})
print("bugs", bugs.total, bugs.bugs[0].culprit.decode(), bugs.bugs[0].best.reduced == module)
print("no such pass", refusal(bugs_pb2, "BugService", "ListBugs", **{"pass": b"gvm"}))
