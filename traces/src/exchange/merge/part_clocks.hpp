#pragma once
#include <string>
#include <vector>

#include "clock_relation.hpp"
#include "merged_tables.hpp"
#include "part_file.hpp"

namespace gusset::traces::merge {

/// How to convert the parts' times to node 0's clock.
struct PartClocks {
  std::vector<ClockRelation> relations;  ///< by part; an unknown residual is infinite
  std::vector<std::string> notes;
};

/// Relates the clocks of parts, sorted by node, by their hosts, their clock comparisons and their messages.
/// `rows` has the rows of each part. Fails if a part's messages can't be read.
Result<PartClocks> relate_clocks(std::vector<PartFile>& parts, const std::vector<PartRows>& rows);

}  // namespace gusset::traces::merge
