#include "console.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

#include "errors.hpp"
#include "gusset/base/quoting.hpp"
#include "write_all.hpp"

namespace gusset::cli {
namespace {

// Whether the caller closed standard output. It is then /dev/null, which would swallow results silently.
bool output_was_closed = false;

bool has_progress = false;

std::string first_characters(std::string text, std::size_t most) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (begins && most-- == 0) {
      text.resize(at);
      break;
    }
  }
  return text;
}

}  // namespace

void prepare_standard_streams() {
  output_was_closed = fcntl(STDOUT_FILENO, F_GETFD) < 0;
  int descriptor = 0;
  do {
    descriptor = open("/dev/null", O_RDWR);
  } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor >= 0) close(descriptor);
  std::signal(SIGPIPE, SIG_IGN);
}

void print(const std::string& text) {
  const int error_number = output_was_closed ? EBADF : write_all(STDOUT_FILENO, printable_lines(text));
  if (error_number != 0 && error_number != EPIPE) {
    throw errors::output_not_writable("standard output", error_number);
  }
}

bool is_output_open() {
  return !output_was_closed;
}

void print_diagnostic(const std::string& line) {
  // If standard error cannot be written, nobody is left to inform.
  write_all(STDERR_FILENO, "gusset: " + printable(line) + "\n");
}

bool is_progress_wanted() {
  return isatty(STDERR_FILENO) == 1;
}

void show_progress(const std::string& line) {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  has_progress = true;
  write_all(STDERR_FILENO,
            "\r" + first_characters(printable(line), is_known ? size.ws_col - 1U : 79U) + "\x1b[K");
}

void clear_progress() {
  if (has_progress) write_all(STDERR_FILENO, "\r\x1b[K");
  has_progress = false;
}

}  // namespace gusset::cli
