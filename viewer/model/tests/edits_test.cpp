#include "gusset/viewer/model/state/edits.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

TEST(Edits, MarksAreSortedByTime) {
  Edits edits = with_mark(with_mark(with_mark({}, {300, "late"}), {100, "early"}), {300, "as late"});
  ASSERT_EQ(edits.marks.size(), 3U);
  EXPECT_EQ(edits.marks[0].note, "early");
  EXPECT_EQ(edits.marks[1].note, "as late");
  edits = without_mark(edits, 0);
  EXPECT_EQ(edits.marks[0].time_ns, 300);
  EXPECT_EQ(without_mark(edits, 7), edits);
}

TEST(Edits, NoteIsReplacedInPlace) {
  const Edits edits = with_note(with_mark({}, {100, ""}), 0, "here");
  EXPECT_EQ(edits.marks[0], (Mark{100, "here"}));
  EXPECT_EQ(with_note(edits, 1, "there"), edits);
}

}  // namespace
}  // namespace gusset::viewer
