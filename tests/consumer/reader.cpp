// Prints the number of tasks in a trace.
#include <cstdio>
#include <gusset/traces.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto trace = gusset::traces::read_gus(argv[1]);
  if (!trace) {
    std::fprintf(stderr, "%s\n", trace.error().message().c_str());
    return 1;
  }
  std::printf("%zu\n", (*trace)->tasks.size());
}
