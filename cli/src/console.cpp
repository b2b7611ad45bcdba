#include "console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

#include "errors.hpp"

namespace gusset::cli {
namespace {

// 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void prepare_standard_streams() {
  int descriptor = 0;
  do {
    descriptor = open("/dev/null", O_RDWR);
  } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor >= 0) close(descriptor);
  std::signal(SIGPIPE, SIG_IGN);
}

void print(const std::string& text) {
  const int error_number = write_all(STDOUT_FILENO, text);
  if (error_number != 0 && error_number != EPIPE) {
    throw errors::output_not_writable("standard output", error_number);
  }
}

void print_diagnostic(const std::string& line) {
  // Nobody is left to hear of a standard error that can't be written.
  (void)write_all(STDERR_FILENO, "gusset: " + line + "\n");
}

bool is_progress_wanted() {
  return isatty(STDERR_FILENO) == 1;
}

}  // namespace gusset::cli
