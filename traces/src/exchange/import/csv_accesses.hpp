#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "name_table.hpp"

namespace gusset::traces::import {

/// Reads the accesses column of CSV: "read A(0,0)@1;write B@0". Semicolons, number signs and backslashes in
/// names stand behind a backslash, and so do blanks and colons in names of modes. Handles and modes are
/// numbered as they appear.
class CsvAccesses {
 public:
  /// Appends one task's; false where `text` is of another form.
  bool parse(std::string_view text, std::vector<Access>& accesses);

  const std::vector<AccessMode>& modes() const { return modes_; }
  /// By number. "A#3" is named A: what follows a number sign only tells handles of one name apart.
  std::vector<std::string> handle_names() const;

 private:
  bool parse_mode(std::string_view text, AccessModeId& mode);

  NameTable handles_;
  NameTable mode_texts_;
  std::vector<AccessMode> modes_;
};

}  // namespace gusset::traces::import
