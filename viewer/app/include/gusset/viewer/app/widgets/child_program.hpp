#pragma once
#include <QString>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/scratch_folder.hpp"
#include "gusset/viewer/model/document/signal.hpp"

class QProcess;

namespace gusset::viewer {

/// Runs a program as a child process, one at a time, and holds the folder for the files that it writes. The
/// destructor ends the child and removes the folder.
class ChildProgram {
 public:
  ChildProgram() = default;
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// Emitted when the child ends, by itself or after `terminate` or `kill`, and when it cannot be started.
  /// Passes the reason for a failure in one line: the last line of the child's errors, if any. Passes an
  /// empty text if the child succeeded.
  Signal<const std::string&> ended;
  /// Called with each complete line that the child writes to its standard error. Returns whether the line is
  /// something other than an error, for example progress. May be empty.
  std::function<bool(const std::string&)> takes_line;

  /// Makes the folder unless that is done already.
  Result<Done> make_folder();
  /// Empty before `make_folder`.
  std::filesystem::path folder() const { return folder_ ? folder_->path() : std::filesystem::path(); }
  /// Whether a file is in the folder.
  bool owns(const std::filesystem::path& file) const { return folder_ && file.parent_path() == folder(); }

  /// Starts the program, by default in the current folder. Writes its standard output to a file, if one is
  /// given. Abandons an earlier child, which emits nothing.
  void start(const QString& program, const std::vector<std::string>& arguments, const QString& folder = {},
             const std::filesystem::path& output = {});
  bool is_running() const { return child_ != nullptr; }
  /// Whether a signal ended the last child.
  bool was_killed() const { return was_killed_; }
  /// Asks the child to end, which lets it end its own children.
  void terminate();
  void kill();

 private:
  void abandon();
  void read_errors();
  void read_error(const std::string& line);
  void finish();

  std::optional<ScratchFolder> folder_;
  std::string name_;        // of the command, for messages
  std::string last_error_;  // the last line of its errors
  bool was_killed_ = false;
  QProcess* child_ = nullptr;  // null while none is running
};

}  // namespace gusset::viewer
