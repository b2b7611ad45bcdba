#pragma once
#include <string>
#include <vector>

namespace gusset::viewer {

/// A trace, or several that were opened together, that was open before.
struct RecentTrace {
  std::vector<std::string> paths;  ///< absolute, UTF-8
  std::string about;               ///< what it is, in a few words: origin, tasks, workers, makespan
  bool missing = false;            ///< a file is gone

  /// The names of its files, without folders: "a.gus, b.gus".
  std::string name() const;
  /// The first file's folder; the home folder as "~".
  std::string folder(const std::string& home) const;
  friend bool operator==(const RecentTrace&, const RecentTrace&) = default;
};

/// Traces that were open before, the latest first, each once. A value.
class RecentTraces {
 public:
  static constexpr std::size_t capacity = 10;

  RecentTraces() = default;
  /// Reads what `to_json` wrote; anything else is none at all.
  static RecentTraces from_json(const std::string& text);
  std::string to_json() const;

  const std::vector<RecentTrace>& entries() const { return entries_; }
  /// Puts it first.
  void add(RecentTrace entry);
  /// Looks at the disk; call it off the user interface's thread, as folders may be far away.
  RecentTraces checked() const;
  /// Without those that are missing.
  RecentTraces without_missing() const;
  friend bool operator==(const RecentTraces&, const RecentTraces&) = default;

 private:
  std::vector<RecentTrace> entries_;
};

}  // namespace gusset::viewer
