#pragma once
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gusset::testing {

/// How a test starts a program.
struct ProgramCall {
  std::vector<std::string> command;                ///< a path and arguments
  std::map<std::string, std::string> environment;  ///< added to the test's environment
  std::filesystem::path folder;                    ///< working directory; if empty, the test's
  std::string output_path;  ///< file for standard output; if empty, the output is captured
};

/// How the program ended and what it wrote.
struct ProgramResult {
  int exit_status = -1;  ///< −1 if a signal ended it
  int signal = 0;
  std::string output;
  std::string errors;
};

/// Starts a program, waits for its end, and captures what it writes. Fails the test if the program can't be
/// started.
ProgramResult run_program(const ProgramCall& call);

/// A program that runs concurrently with the test.
class RunningProgram {
 public:
  explicit RunningProgram(const ProgramCall& call);
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  pid_t pid() const { return pid_; }
  /// Waits for the program's end. Call it once.
  ProgramResult wait();

 private:
  std::filesystem::path scratch_;
  pid_t pid_ = -1;
};

/// A folder that is empty at the start of a test and removed at its end. Checks that all traces left in it
/// are possible executions.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// For tests that draw impossible traces.
  void allow_impossible_traces() { are_traces_checked_ = false; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file with that name and returns its path.
  std::string write(const std::string& name, const std::string& contents) const;
  /// The names of all files in the folder, including hidden ones, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
  bool are_traces_checked_ = true;
};

std::string read_text(const std::filesystem::path& path);

}  // namespace gusset::testing
