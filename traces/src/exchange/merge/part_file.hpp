#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gus/gus_decoder.hpp"
#include "gus/gus_directory.hpp"
#include "gus/tick_scale.hpp"
#include "gusset/base/result.hpp"

namespace gusset::traces::merge {

/// The file that one node recorded. Holds its small tables; reads the others chunk by chunk.
class PartFile {
 public:
  /// Reads the small tables and checks that they describe a part. `source.bytes` must outlive the object. A
  /// file that ends early has what scan_directory finds.
  static Result<PartFile> open(const gus::Source& source);

  const std::string& name() const { return source_.name; }
  const RecordedPart& part() const { return *head().metadata.part; }
  std::size_t node() const { return part().node.value(); }
  /// The metadata, nodes, workers, lanes, access modes, types, handles, and the names of attributes and
  /// counters.
  const Trace& head() const { return decoded_.trace; }
  const Recorded& recorded() const { return decoded_.in_file; }
  const HandleIdentities& identities() const { return identities_; }
  const std::vector<ClockComparison>& comparisons() const { return decoded_.recording.comparisons; }
  const std::vector<std::string>& notes() const { return decoded_.recording.notes; }
  const gus::TickScale& scale() const { return scale_; }
  /// The node's monotonic clock when the file was opened and last written to; 0 if the file does not say.
  std::int64_t first_ns() const;
  std::int64_t last_ns() const;
  /// Why the file is not complete; nothing if it is.
  const std::optional<Error>& damage() const { return damage_; }
  std::uint64_t lost_chunks() const { return lost_chunks_; }

  /// Calls `take(section, group, rows)` for each chunk of the sections for which `is_wanted` is true, in file
  /// order. `rows` holds only the rows of this chunk, in its recording, bindings, attributes and counters.
  /// Stops at the first flaw.
  template <class Wanted, class Take>
  std::optional<Error> for_each_chunk(Wanted is_wanted, Take take) {
    for (const gus::DirectoryEntry& entry : directory_.chunks()) {
      const gus::Section section{entry.info.section};
      if (!is_wanted(section)) continue;
      if (std::optional<Error> flaw = read(entry)) return flaw;
      if (std::optional<Error> flaw = take(section, entry.info.group, decoded_)) return flaw;
      clear(section, entry.info.group);
    }
    return {};
  }

 private:
  explicit PartFile(gus::Source source) : source_(std::move(source)) {}
  std::optional<Error> read_head();
  std::optional<Error> read_handles();
  std::optional<Error> check_sections() const;
  std::optional<Error> check_head() const;
  std::optional<Error> read(const gus::DirectoryEntry& entry);
  void clear(gus::Section section, std::uint32_t group);

  gus::Source source_;
  gus::Directory directory_;
  gus::DecodedTrace decoded_;
  HandleIdentities identities_;
  gus::TickScale scale_{{}};
  std::optional<Error> damage_;
  std::uint64_t lost_chunks_ = 0;
};

}  // namespace gusset::traces::merge
