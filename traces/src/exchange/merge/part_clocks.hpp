#pragma once
#include <string>
#include <vector>

#include "clock_relation.hpp"
#include "merged_tables.hpp"
#include "part_file.hpp"

namespace gusset::traces::merge {

/// How the clocks of the parts become node 0's clock.
struct PartClocks {
  std::vector<ClockRelation> relations;  ///< by part; the residual is infinite if it is unknown
  std::vector<std::string> notes;
};

/// Relates the clocks of parts, sorted by node, by their hosts, their clock comparisons and their messages.
/// `rows` are those of the parts. Fails if a part's messages can't be read.
Result<PartClocks> relate_clocks(std::vector<PartFile>& parts, const std::vector<PartRows>& rows);

}  // namespace gusset::traces::merge
