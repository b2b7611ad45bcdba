#pragma once
#include "gusset/viewer/model/document/selection.hpp"

namespace gusset::viewer::testing {

/// Five tasks on two workers: a and c start first, b needs both, d needs c, and e needs b.
inline constexpr const char* chain = R"(
  aaaa....bbbbb.......
  cc......ddddd..eeeee
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1, read y@1, write z@0 [submit 0] [ready 4]
  d1: read y@1 [submit 0] [ready 4]
  e1: read z@1 [submit 0] [ready 13]
)";
inline constexpr TaskReference chain_a{0, traces::TaskId(0)};
inline constexpr TaskReference chain_b{0, traces::TaskId(2)};
inline constexpr TaskReference chain_c{0, traces::TaskId(1)};
inline constexpr TaskReference chain_d{0, traces::TaskId(3)};
inline constexpr TaskReference chain_e{0, traces::TaskId(4)};

}  // namespace gusset::viewer::testing
