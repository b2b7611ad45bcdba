#pragma once
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace accuracy {

using ArgumentList = std::vector<std::string>;

/// Concatenates two argument lists.
ArgumentList operator+(ArgumentList first, const ArgumentList& second);

/// Runs the commands of this build. Owns a folder for their files, which the destructor removes.
class CommandRunner {
 public:
  /// Throws std::runtime_error if it can't make a temporary folder.
  CommandRunner();
  ~CommandRunner();
  CommandRunner(const CommandRunner&) = delete;
  CommandRunner& operator=(const CommandRunner&) = delete;

  /// Returns the path of a file of that name in the folder.
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  /// Returns the standard output of `gusset ARGUMENTS…`. If the command fails, throws std::runtime_error with
  /// the last line of its standard error.
  std::string gusset(const ArgumentList& arguments) const;

  /// Returns the arguments that make a command run the factorization of examples/cholesky.
  ArgumentList cholesky(std::size_t rows, const std::string& blocks) const {
    return {"--", program("cholesky"), "--size", std::to_string(rows), "--blocks", blocks};
  }
  /// Returns the statistics of `gusset simulate ARGUMENTS…`. Throws std::runtime_error if the command fails.
  nlohmann::json simulate(const ArgumentList& arguments) const {
    gusset(ArgumentList{"simulate", "--stats", file("statistics.json")} + arguments);
    return json(file("statistics.json"));
  }

  /// Reads a JSON document. Throws std::runtime_error if it can't be read.
  nlohmann::json json(const std::string& path) const;

  /// Returns the path of a program of this build, which is in the running program's folder.
  std::string program(const std::string& name) const { return (programs_ / name).string(); }

 private:
  std::filesystem::path programs_;
  std::filesystem::path folder_;
};

}  // namespace accuracy
