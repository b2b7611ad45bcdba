#include "gusset/base/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace gusset {
namespace {

Error wrong_version() {
  return {"t.gus: offset 8", "format version 1", "version 7"};
}

TEST(Result, ErrorMessageIsWhereExpectedFound) {
  EXPECT_EQ(wrong_version().message(), "t.gus: offset 8: expected format version 1, found version 7");
}

TEST(Result, ErrorsCompareAllFields) {
  EXPECT_EQ(wrong_version(), wrong_version());
  EXPECT_NE(wrong_version(), (Error{"t.gus: offset 8", "format version 1", "version 6"}));
  EXPECT_NE(wrong_version(), (Error{"t.gus: offset 8", "format version 2", "version 7"}));
  EXPECT_NE(wrong_version(), (Error{"t.gus: offset 9", "format version 1", "version 7"}));
}

TEST(Result, SuccessHoldsItsValue) {
  Result<int> result(42);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result.value(), 42);
  *result = 43;
  EXPECT_EQ(std::as_const(result).value(), 43);
}

TEST(Result, ArrowReachesMembersOfTheValue) {
  Result<std::string> result(std::string("abc"));
  EXPECT_EQ(result->size(), 3u);
  EXPECT_EQ(std::as_const(result)->front(), 'a');
}

TEST(Result, FailureHoldsItsError) {
  const Result<int> result(wrong_version());
  EXPECT_FALSE(result.ok());
  EXPECT_FALSE(static_cast<bool>(result));
  EXPECT_EQ(result.error(), wrong_version());
}

TEST(Result, ValueOfAFailureThrowsTheErrorMessage) {
  Result<int> result(wrong_version());
  try {
    (void)result.value();
    FAIL() << "no exception";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(),
                 "value of a failed result: t.gus: offset 8: expected format version 1, found version 7");
  }
  EXPECT_THROW((void)*result, std::logic_error);
  EXPECT_THROW((void)*std::as_const(result), std::logic_error);
}

TEST(Result, MoveOnlyValueCanBeMovedOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  EXPECT_EQ(**result, 7);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Result, DoneIsASuccessWithoutAValue) {
  const Result<Done> result(Done{});
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(*result, Done{});
}

}  // namespace
}  // namespace gusset
