#pragma once
#include <string>
#include <vector>

namespace gusset::viewer {

/// An entry of the recent traces: one trace, or several that were opened together.
struct RecentTrace {
  std::vector<std::string> paths;  ///< absolute, UTF-8
  std::string about;               ///< a short summary: origin, tasks, workers, makespan
  bool missing = false;            ///< a file no longer exists
  std::string miniature = {};      ///< a small picture of the first trace, as text; empty if there is none

  /// The file names without folders: "a.gus, b.gus".
  std::string name() const;
  /// The first file's folder, with the home folder as "~".
  std::string folder(const std::string& home) const;
  friend bool operator==(const RecentTrace&, const RecentTrace&) = default;
};

/// The recently opened traces, latest first, without duplicates. A value.
class RecentTraces {
 public:
  static constexpr std::size_t capacity = 10;

  RecentTraces() = default;
  /// Parses the output of `to_json`. Returns an empty list for any other text.
  static RecentTraces from_json(const std::string& text);
  std::string to_json() const;

  const std::vector<RecentTrace>& entries() const { return entries_; }
  /// Puts an entry first.
  void add(RecentTrace entry);
  /// Checks which files exist. Call it off the user interface's thread: a network folder may be slow.
  RecentTraces checked() const;
  /// Without the entries whose files are missing.
  RecentTraces without_missing() const;
  friend bool operator==(const RecentTraces&, const RecentTraces&) = default;

 private:
  std::vector<RecentTrace> entries_;
};

}  // namespace gusset::viewer
