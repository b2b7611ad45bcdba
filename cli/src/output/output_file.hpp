#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace gusset::cli {

/// Whether two names refer to the same file, which need not exist.
bool is_same_file(const std::string& a, const std::string& b);

/// Refuses a trace's name, the value of `option`, if its extension promises a format other than .gus. Throws
/// Failure.
void refuse_other_format(const std::string& command, const std::string& output,
                         const std::string& option = "-o");

/// Refuses an output that is also one of the command's inputs or another of its outputs. Ignores empty names.
/// Throws Failure.
void refuse_same_file(const std::string& output, const std::vector<std::string>& others);

/// An output file that appears completely or not at all. It is written in a hidden folder next to its target
/// and renamed at the end; until then, an existing file stays.
class OutputFile {
 public:
  /// Checks at once whether the folder is writable. Throws Failure.
  explicit OutputFile(const std::filesystem::path& path);

  /// The path as the user wrote it.
  const std::string& name() const { return name_; }
  /// The path to write to; absolute, with the same extension.
  const std::filesystem::path& pending() const { return pending_; }
  /// Keeps the hidden folder with its files, for files that could not be moved.
  void keep_pending() { folder_.keep(); }
  /// Whether the pending file, or another file in its folder, exists.
  bool is_written() const { return !std::filesystem::is_empty(folder_.path()); }

  /// Writes the whole text to pending(). Throws Failure.
  void write(const std::string& text);
  /// Moves the pending file, if there is one, to its target, and any further files in pending()'s folder next
  /// to it: a program that makes several runtimes, or consists of several processes, leaves one trace for
  /// each. Returns their names, this file's first, the others in order. Throws Failure.
  std::vector<std::string> commit();

 private:
  std::string name_;
  std::filesystem::path target_;
  TemporaryFolder folder_;
  std::filesystem::path pending_;
};

}  // namespace gusset::cli
