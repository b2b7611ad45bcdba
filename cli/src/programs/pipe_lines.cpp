#include "pipe_lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "output/write_all.hpp"

namespace gusset::cli {
namespace {

constexpr int quiet_ms = 100;

// Whether the child has ended. Does not reap it.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

}  // namespace

void write_line(int descriptor, const std::string& text) {
  write_all(descriptor, text + "\n");
}

PipeLines::PipeLines() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "a pipe");
  read_end_ = ends[0];
  write_end_ = ends[1];
}

PipeLines::~PipeLines() {
  close(read_end_);
  if (write_end_ >= 0) close(write_end_);
}

// Returns whether more text may follow.
bool PipeLines::read_some() {
  std::array<char, 1 << 16> buffer{};
  const ssize_t count = read(read_end_, buffer.data(), buffer.size());
  if (count > 0) text_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

void PipeLines::take_lines(const std::function<void(const std::string*)>& take) {
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text_.substr(begin, end - begin);
    take(&line);
  }
  text_.erase(0, begin);
}

void PipeLines::read_until_end_of(pid_t child, const std::function<void(const std::string*)>& take) {
  close(write_end_);
  write_end_ = -1;
  for (;;) {
    // Ask whether the child has ended before looking for text: text that it wrote before its end is then
    // read.
    const bool is_over = has_ended(child);
    pollfd ready{read_end_, POLLIN, 0};
    const int found = poll(&ready, 1, quiet_ms);
    if (found > 0) {
      if (!read_some()) break;
      take_lines(take);
    } else if (found == 0) {
      take(nullptr);
      if (is_over) break;
    }
  }
  if (!text_.empty()) take(&text_);
  text_.clear();
}

}  // namespace gusset::cli
