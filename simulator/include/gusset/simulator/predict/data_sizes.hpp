#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/ids.hpp"
#include "gusset/base/result.hpp"

namespace gusset::simulator {

/// The bytes of a trace's handles, which a recording of OpenMP lacks, and the nodes that own them. Comes from
/// a text file with one entry per line; the last entry that names a handle counts:
///
///     # handles  bytes    node
///     *          2097152           (all handles; nodes round-robin)
///     64-127     8192
///     12         8        1
struct DataSizes {
  struct Entry {
    std::uint64_t line = 0;   ///< in the file, from 1
    std::uint32_t first = 0;  ///< handles, by number in the trace
    std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t size_bytes = 0;  ///< 0: the handle has no contents and only orders tasks
    NodeId node{};                 ///< none: not stated
    bool is_all = false;           ///< written as *
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::string path;
  std::vector<Entry> entries;

  /// "sizes.txt:3", for errors about an entry.
  std::string place_of(const Entry& entry) const { return path + ":" + std::to_string(entry.line); }
};

/// Parses such a text. `path` is its name in errors. Refuses a text without entries.
Result<DataSizes> parse_data_sizes(std::string_view text, const std::string& path);
/// Reads such a file.
Result<DataSizes> read_data_sizes(const std::filesystem::path& path);

}  // namespace gusset::simulator
