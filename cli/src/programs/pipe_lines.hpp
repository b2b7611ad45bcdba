#pragma once
#include <sys/types.h>

#include <functional>
#include <string>

namespace gusset::cli {

/// Writes the text and a line end at once; the whole text even if the reader is slow. Errors are ignored.
void write_line(int descriptor, const std::string& text);

/// A pipe whose lines this process reads while a child writes them.
class PipeLines {
 public:
  /// Throws std::system_error if no pipe can be made.
  PipeLines();
  ~PipeLines();
  PipeLines(const PipeLines&) = delete;
  PipeLines& operator=(const PipeLines&) = delete;

  /// The descriptor for the child. It is closed by read_until_end_of.
  int write_end() const { return write_end_; }

  /// Calls `take` with each line, without its end, until all writers have closed the pipe, or shortly after
  /// the end of the child, which may leave processes with the pipe behind. Calls it with a null pointer each
  /// time when nothing has come for a tenth of a second.
  void read_until_end_of(pid_t child, const std::function<void(const std::string*)>& take);

 private:
  bool read_some();
  void take_lines(const std::function<void(const std::string*)>& take);

  int read_end_ = -1;
  int write_end_ = -1;
  std::string text_;
};

}  // namespace gusset::cli
