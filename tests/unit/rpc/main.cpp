#include <csignal>
#include <cstring>
#include <iostream>

#include "services/coordinator/rpc/rpc.h"
#include "tests/support/run_tests.h"

// The same program is a coordinator that a test may kill: test_rpc --serve FILE prints its port and serves.
static int serve(const char* path) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is then an error, as a full disk is
  auto store = assay::store::Store::open(path);
  if (!store) {
    std::cerr << store.error() << '\n';
    return 1;
  }
  assay::rpc::Coordinator coordinator(std::move(*store));
  auto server = assay::rpc::Server::start(coordinator, {"127.0.0.1:0"});
  if (!server) {
    std::cerr << server.error() << '\n';
    return 1;
  }
  std::cout << (*server)->port() << std::endl;
  (*server)->wait();
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--serve") == 0) return serve(argv[2]);
  return assay::run_tests(argc, argv);
}
