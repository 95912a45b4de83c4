"""A client of assay.v1 that shares no code with Assay: python3-grpcio, and messages that protoc makes of the contract.

usage: foreign_client.py ADDRESS FOLDER_OF_PROTO WORK_FOLDER [TOKEN]     prints what happened, a line for each step
"""
import pathlib
import subprocess
import sys

import grpc

address, contract, work = sys.argv[1:4]
metadata = [("authorization", "Bearer " + sys.argv[4])] if len(sys.argv) > 4 else []
files = sorted(str(each) for each in pathlib.Path(contract).glob("*/*/*.proto"))
subprocess.run(["protoc", "-I", contract, "--python_out", work, *files], check=True)
sys.path.insert(0, work)
import google  # noqa: E402

google.__path__.append(work + "/google")  # protobuf's own package lies elsewhere
from assay.v1 import admin_pb2, bugs_pb2, farm_pb2, finding_pb2, work_pb2  # noqa: E402
from google.rpc import error_details_pb2, status_pb2  # noqa: E402

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


def details(*arguments, **fields):
    """What an error carries for programs."""
    try:
        call(*arguments, **fields)
        return "answered"
    except grpc.RpcError as error:
        status = status_pb2.Status()
        status.ParseFromString(dict(error.trailing_metadata())["grpc-status-details-bin"])
        texts = []
        for detail in status.details:
            for kind in (error_details_pb2.ErrorInfo, error_details_pb2.BadRequest, error_details_pb2.RetryInfo):
                message = kind()
                if detail.Unpack(message):
                    texts.append(str(message).replace("\n", " ").strip())
        return " ".join(texts)


def watch(**fields):
    return channel.unary_stream(
        "/assay.v1.FarmService/WatchNews",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=farm_pb2.WatchNewsResponse.FromString,
    )(farm_pb2.WatchNewsRequest(**fields), timeout=60, metadata=metadata)


news = watch()
begin = next(news).resume_token
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
words = []
while len(words) < 2:
    words += [each.what.decode() for each in next(news).news]
news.cancel()
print("news", *words)
late = watch(resume_token=begin, filter="pass = gvn")
words = []
while len(words) < 2:
    words += [each.what.decode() for each in next(late).news]
late.cancel()
print("again", *words)
bugs = call(bugs_pb2, "BugService", "ListBugs", filter="pass = gvn AND count >= 1", order_by="first_seen desc")
print("bugs", bugs.total_size, bugs.bugs[0].culprit.decode(), bugs.bugs[0].best.reduced == module)
print("no such pass", refusal(bugs_pb2, "BugService", "ListBugs", filter="pass = gvm"))
print("details", details(bugs_pb2, "BugService", "ListBugs", filter="pass = gvm"))
finding.original = finding.reduced = module + b"; another\n"
call(finding_pb2, "FindingService", "ReportFinding", finding=finding)
one = call(bugs_pb2, "BugService", "ListFindings", bug_id=first.bug_id, page_size=1)
other = call(bugs_pb2, "BugService", "ListFindings", bug_id=first.bug_id, page_size=1, page_token=one.next_page_token)
print("pages", one.findings[0].original != other.findings[0].original, repr(other.next_page_token))
print("wrong page", refusal(bugs_pb2, "BugService", "ListFindings", bug_id=first.bug_id, page_token="x"))
print("workers", len(call(farm_pb2, "FarmService", "ListWorkers").workers))
print("statistics", call(farm_pb2, "FarmService", "GetStatistics").findings)
rows = call(farm_pb2, "FarmService", "RunQuery", sql=b"SELECT culprit, count FROM bugs").rows
print("sql", rows[0].values[0].text.decode(), rows[0].values[1].integer)
print("no reading", refusal(farm_pb2, "FarmService", "RunQuery", sql=b"DROP TABLE bugs"))
