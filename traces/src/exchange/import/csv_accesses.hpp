#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "name_table.hpp"

namespace gusset::traces::import {

/// Reads the accesses column of CSV: "read A(0,0)@1;write B@0". A backslash escapes semicolons, number signs
/// and backslashes in names, and blanks and colons in the names of modes. Handles and modes are numbered in
/// order of appearance.
class CsvAccesses {
 public:
  /// Appends the accesses of one task. Returns false if `text` is malformed.
  bool parse(std::string_view text, std::vector<Access>& accesses);

  const std::vector<AccessMode>& modes() const { return modes_; }
  /// Handle names, indexed by number. "A#3" becomes A: the number sign introduces a number that makes equal
  /// names distinct.
  std::vector<std::string> handle_names() const;

 private:
  bool parse_mode(std::string_view text, AccessModeId& mode);

  NameTable handles_;
  NameTable mode_texts_;
  std::vector<AccessMode> modes_;
};

}  // namespace gusset::traces::import
