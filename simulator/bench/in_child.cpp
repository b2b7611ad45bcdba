#include "in_child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

namespace gusset::simulator::bench {

double in_child(const std::function<double()>& measure) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("expected a pipe, found none");
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("expected a process, found none");
  if (child == 0) {
    int status = 1;
    try {
      const double value = measure();
      status = ::write(ends[1], &value, sizeof value) == sizeof value ? 0 : 1;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "bench_simulator: %s\n", error.what());
    }
    std::_Exit(status);
  }
  ::close(ends[1]);
  double value = 0.0;
  const bool has_value = ::read(ends[0], &value, sizeof value) == sizeof value;
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!has_value || status != 0) throw std::runtime_error("expected a figure of a child process, found none");
  return value;
}

}  // namespace gusset::simulator::bench
