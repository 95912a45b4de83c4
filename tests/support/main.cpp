#include "tests/support/run_tests.h"

int main(int argc, char** argv) { return assay::run_tests(argc, argv); }
