#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace gusset::simulator::testing {

/// A configuration of a block Cholesky factorization with known counts. Each node has a row: p, q, blocks,
/// parts, node, level-1 tasks, level-2 tasks, messages sent, received, listeners, blocks owned.
struct ReferenceCounts {
  unsigned p = 0;
  unsigned q = 0;
  unsigned blocks = 0;
  unsigned parts = 0;  ///< per block, in each direction
  std::vector<std::vector<std::uint64_t>> rows;
  std::string name() const {
    return std::to_string(p) + "x" + std::to_string(q) + ", " + std::to_string(blocks) + "x" +
           std::to_string(parts);
  }
};

inline std::vector<ReferenceCounts> read_reference_counts() {
  std::ifstream file(GUSSET_TEST_DATA "/cholesky_counts.csv");
  std::vector<ReferenceCounts> all;
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(
      line,
      "p,q,B,b,rank,level1_tasks,level2_tasks,messages_sent,messages_received,listeners_sent,blocks_owned");
  while (std::getline(file, line)) {
    std::vector<std::uint64_t> row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) row.push_back(std::stoull(field));
    if (row.size() != 11) {
      ADD_FAILURE() << line;
      continue;
    }
    if (row[4] == 0) {
      all.push_back({static_cast<unsigned>(row[0]),
                     static_cast<unsigned>(row[1]),
                     static_cast<unsigned>(row[2]),
                     static_cast<unsigned>(row[3]),
                     {}});
    }
    all.back().rows.push_back(row);
  }
  return all;
}

}  // namespace gusset::simulator::testing
