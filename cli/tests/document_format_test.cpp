#include "gusset/traces/sweep/sweep_file.hpp"

#include <gtest/gtest.h>

#include "run_program.hpp"

namespace gusset::cli {
namespace {

TEST(DocumentFormat, ComesFromTheFirstField) {
  const gusset::testing::TestFolder folder;
  EXPECT_EQ(sweep::document_format(folder.write("a.json", R"({"format": "gusset curves", "version": 1})")),
            "gusset curves");
  EXPECT_EQ(sweep::document_format(folder.write("b.json", R"({"version": 1, "format": "gusset curves"})")),
            "");
  EXPECT_EQ(sweep::document_format(folder.write("c.json", "")), "");
  EXPECT_EQ(sweep::document_format(folder.file("missing")), "");
}

}  // namespace
}  // namespace gusset::cli
