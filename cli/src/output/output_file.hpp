#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace gusset::cli {

/// Whether two names stand for one file, which need not exist.
bool is_same_file(const std::string& a, const std::string& b);

/// Refuses a name for a trace whose ending promises another format than Gusset's own. Throws Failure.
void refuse_other_format(const std::string& command, const std::string& output);

/// Refuses an output that is one of the files a command reads, or another of its outputs; empty names are
/// none. Throws Failure.
void refuse_same_file(const std::string& output, const std::vector<std::string>& others);

/// A file that appears whole or not at all: it is made in a hidden folder beside its place and renamed there,
/// so that what stood there before stays until then.
class OutputFile {
 public:
  /// Finds out at once whether the place can be written. Throws Failure.
  explicit OutputFile(const std::filesystem::path& place);

  /// Where the user wants it, as the user wrote it.
  const std::string& name() const { return name_; }
  /// Where to write it first; absolute, with the same ending.
  const std::filesystem::path& pending() const { return pending_; }
  /// Whether something has been written there.
  bool is_written() const;

  /// Writes the whole text to pending(). Throws Failure.
  void write(const std::string& text);
  /// Moves what was written to its place, and any further files in pending()'s folder beside it: a program
  /// that makes several runtimes leaves one trace of each. Returns their names, this file's first, then the
  /// others' in order. Throws Failure.
  std::vector<std::string> commit();

 private:
  std::string name_;
  std::filesystem::path place_;
  TemporaryFolder folder_;
  std::filesystem::path pending_;
};

}  // namespace gusset::cli
