#pragma once
#include <sys/types.h>

#include <functional>
#include <string>

namespace gusset::cli {

/// Writes the text and a line end together, and completely even if the reader is slow. Ignores errors.
void write_line(int descriptor, const std::string& text);

/// A pipe whose lines this process reads while a child writes them.
class PipeLines {
 public:
  /// Throws std::system_error if no pipe can be made.
  PipeLines();
  ~PipeLines();
  PipeLines(const PipeLines&) = delete;
  PipeLines& operator=(const PipeLines&) = delete;

  /// The descriptor for the child. read_until_end_of closes it.
  int write_end() const { return write_end_; }

  /// Calls `take` with each line, without its end, until all writers have closed the pipe, or until shortly
  /// after the child has ended, because processes that it left behind may keep the pipe open. Calls `take`
  /// with a null pointer whenever nothing has come for a tenth of a second.
  void read_until_end_of(pid_t child, const std::function<void(const std::string*)>& take);

 private:
  bool read_some();
  void take_lines(const std::function<void(const std::string*)>& take);

  int read_end_ = -1;
  int write_end_ = -1;
  std::string text_;
};

}  // namespace gusset::cli
