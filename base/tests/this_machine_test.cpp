#include "gusset/base/this_machine.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

TEST(ThisMachine, TimesAreUtcToTheSecond) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(1709208000), "2024-02-29T12:00:00Z");
}

TEST(ThisMachine, NamesHaveNoLineBreaks) {
  EXPECT_NE(host_name(), "");
  EXPECT_EQ(host_name().find('\n'), std::string::npos);
  EXPECT_EQ(processor_name().find('\n'), std::string::npos);
}

}  // namespace
}  // namespace gusset
