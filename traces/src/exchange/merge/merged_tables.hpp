#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gusset/traces/gus/recording_file.hpp"
#include "part_file.hpp"

namespace gusset::traces::merge {

/// Where the rows of one part's tables are in the merged tables.
struct PartRows {
  std::vector<TypeId> types;
  std::vector<AccessModeId> modes;
  std::vector<HandleId> handles;
  std::vector<std::uint32_t> attributes;
  std::vector<std::uint32_t> counters;
  std::size_t first_worker = 0;
};

/// Joins the small tables of parts.
class MergedTables {
 public:
  explicit MergedTables(std::uint32_t nodes) : nodes_(nodes) {}

  /// Fails if all parts together have too many handles.
  Result<PartRows> add(const PartFile& part);

  const std::vector<std::string>& types() const { return types_; }
  const std::vector<AccessMode>& modes() const { return modes_; }
  const std::vector<Worker>& workers() const { return workers_; }
  const HandleColumns& handles() const { return handles_; }
  /// Attributes without values, counters without samples.
  const std::vector<Attribute>& attributes() const { return attributes_; }
  const std::vector<Counter>& counters() const { return counters_; }
  /// A note that counts the contradictions between parts and describes the first. Empty if there are none.
  std::vector<std::string> notes() const;

 private:
  /// None if there are too many.
  HandleId handle_of(const PartFile& part, std::size_t row);
  void add_handle(std::string name, std::uint64_t size_bytes, NodeId owner);
  void compare(const PartFile& part, std::size_t row, HandleId merged);
  void add_attributes(const Trace& head, PartRows& rows);

  std::uint32_t nodes_;
  std::vector<std::string> types_;
  std::map<std::string, TypeId> type_of_;
  std::vector<AccessMode> modes_;
  std::vector<Worker> workers_;
  HandleColumns handles_;
  std::unordered_map<std::uint64_t, HandleId> shared_;   ///< by identity
  std::unordered_map<std::uint64_t, HandleId> of_each_;  ///< node 0's handle, by identity
  std::vector<Attribute> attributes_;
  std::vector<Counter> counters_;
  std::uint64_t contradictions_ = 0;
  std::string first_contradiction_;
};

}  // namespace gusset::traces::merge
