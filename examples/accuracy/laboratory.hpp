#pragma once
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace accuracy {

using Words = std::vector<std::string>;

/// One list of words after another.
Words operator+(Words first, const Words& second);

/// The commands of this build, and a folder for their files that is removed at its end.
class Laboratory {
 public:
  /// Throws std::runtime_error where no temporary folder can be made.
  Laboratory();
  ~Laboratory();
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;

  /// The path of a file of that name in the folder.
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  /// What `gusset WORDS…` writes to standard output. Throws std::runtime_error with its last line on standard
  /// error where it fails.
  std::string gusset(const Words& words) const;

  /// The words after which the commands take the factorization of examples/cholesky.
  Words cholesky(std::size_t rows, const std::string& blocks) const {
    return {"--", program("cholesky"), "--size", std::to_string(rows), "--blocks", blocks};
  }
  /// The statistics of `gusset simulate WORDS…`. Throws std::runtime_error.
  nlohmann::json simulate(const Words& words) const {
    gusset(Words{"simulate", "--stats", file("statistics.json")} + words);
    return json(file("statistics.json"));
  }

  /// A JSON document in the folder. Throws std::runtime_error where it can't be read.
  nlohmann::json json(const std::string& path) const;

 private:
  /// The path of a program of this build, which stands beside the one that runs.
  std::string program(const std::string& name) const { return (programs_ / name).string(); }

  std::filesystem::path programs_;
  std::filesystem::path folder_;
};

}  // namespace accuracy
