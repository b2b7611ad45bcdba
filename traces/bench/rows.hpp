#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gusset::traces::bench {

/// One row of the table: how to make its file, and how to measure Gusset and its peers once.
struct Row {
  std::string name;
  std::string unit;
  std::optional<double> goal;
  std::string better = "lower";  ///< or "higher"
  std::string file;              ///< its name; rows that give the same name share the file
  std::function<void(const std::filesystem::path&, std::size_t tasks)> make;
  using Measure = std::function<double(const std::filesystem::path&, std::size_t tasks)>;
  Measure ours;
  std::map<std::string, Measure> peers;
  std::size_t size = 1;  ///< multiple of the other rows' task count
};

/// All rows. Add new rows here.
const std::vector<Row>& rows();

}  // namespace gusset::traces::bench
