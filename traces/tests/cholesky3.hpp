#pragma once
#include <string>

namespace gusset::traces::testing {

/// Tiled Cholesky of 3 × 3 tiles on one worker. Every task is one character long. Tasks are in the submission
/// order of SuperGlue's example: p = potrf, t = trsm, g = gemm, s = syrk; xij is the tile in row i and column
/// j.
inline const std::string cholesky3 = R"(
  pt|tgspts|sp
  p1: write x00@0
  t1: read x00@1, write x10@0
  t2: read x00@1, write x20@0
  g1: read x10@1, read x20@1, add x21@0
  s1: read x10@1, add x11@0
  p2: write x11@1
  t3: read x11@2, write x21@1
  s2: read x20@1, add x22@0
  s3: read x21@2, add x22@0
  p3: write x22@2
)";

}  // namespace gusset::traces::testing
