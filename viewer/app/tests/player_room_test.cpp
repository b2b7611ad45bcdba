// The player shows all workers of a usual trace.
#include <QDockWidget>
#include <QHeaderView>
#include <QTableView>

#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class PlayerRoomTest : public testing::WindowFixture {
 protected:
  void expect_all_workers_in_sight(int workers) {
    const auto& table = *window_->findChild<QTableView*>("player workers");
    ASSERT_TRUE(table.isVisible());
    ASSERT_EQ(table.model()->rowCount(), workers);
    EXPECT_GE(table.viewport()->height(), workers * table.verticalHeader()->defaultSectionSize());
  }
};

TEST_F(PlayerRoomTest, PanelHasRoomForAllWorkers) {
  open({write("eight.gus", "a\nb\na\nb\na\nb\na\nb")});
  key(Qt::Key_P, Qt::ShiftModifier);
  settle();
  expect_all_workers_in_sight(8);
}

TEST_F(PlayerRoomTest, ProjectedPanelHasRoomForAllWorkers) {
  open({write("four.gus", "a\nb\na\nb")});
  key(Qt::Key_F11);
  key(Qt::Key_P, Qt::ShiftModifier);
  settle();
  expect_all_workers_in_sight(4);
}

}  // namespace
}  // namespace gusset::viewer
