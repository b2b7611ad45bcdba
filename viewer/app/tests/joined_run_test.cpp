// A trace that was joined from four nodes of a real run, in the window.
#include <gmock/gmock.h>

#include <QComboBox>
#include <QDockWidget>
#include <QTreeWidget>
#include <filesystem>

#include "gusset/traces/answers/message_matrix.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class JoinedRunTest : public testing::WindowFixture {
 protected:
  // A copy: the window saves the view beside the trace.
  void SetUp() override {
    WindowFixture::SetUp();
    file_ = folder_ / "joined.gus";
    std::filesystem::copy_file(GUSSET_JOINED_TRACE, file_);
    open({file_});
    ASSERT_FALSE(window_->session().document()->empty());
  }
  const traces::Trace& trace(std::size_t panel = 0) {
    return *window_->session().document()->traces[panel]->trace;
  }
  Shapes shapes() {
    Picture picture;
    window_->explanation_docks().arrows().decorate(timeline(), picture);
    return picture.shapes;
  }
  QComboBox& choice() { return *window_->findChild<QComboBox*>("statistics by"); }
  QTreeWidget& table() { return window_->explanation_docks().statistics().table(); }

  std::filesystem::path file_;
};

TEST_F(JoinedRunTest, DrawsAnArrowForEachMessage) {
  key(Qt::Key_E, Qt::ShiftModifier);
  const Shapes drawn = shapes();
  ASSERT_EQ(drawn.arrows.size(), trace().messages.size());
  const QImage image = view().canvas().image();
  const Rgba violet = picture::arrow_palette_on(traces::Background::white).message;
  std::size_t seen = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      seen += rgba(static_cast<std::uint8_t>(pixel.red()), static_cast<std::uint8_t>(pixel.green()),
                   static_cast<std::uint8_t>(pixel.blue())) == violet;
    }
  }
  EXPECT_GT(seen, 20 * drawn.arrows.size()) << "pixels of arrows";
}

TEST_F(JoinedRunTest, ArrowUnderThePointerIsExplained) {
  key(Qt::Key_E, Qt::ShiftModifier);
  const picture::Point at = traces::arrow_point(shapes().arrows[0].curve, 0.5);
  const auto tooltip = window_->explanation_docks().arrows().tooltip_at(timeline(), {at.x, at.y});
  ASSERT_TRUE(tooltip);
  std::string text;
  for (const auto& line : tooltip->lines) text += line.label + " " + line.text + "\n";
  EXPECT_THAT(text, ::testing::HasSubstr("from node 0\nto node "));
  EXPECT_THAT(text, ::testing::HasSubstr("serves "));
}

TEST_F(JoinedRunTest, StatisticsShowTheMatrixOfMessages) {
  key(Qt::Key_S, Qt::ShiftModifier);
  settle();
  choice().setCurrentIndex(choice().findText("messages between nodes"));
  settle();
  const traces::Table matrix = traces::message_matrix(trace());
  ASSERT_EQ(table().topLevelItemCount(), 5);
  for (std::size_t row = 0; row < 5; ++row) {
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
      EXPECT_EQ(table().topLevelItem(static_cast<int>(row))->text(static_cast<int>(column)).toStdString(),
                cell_text(matrix.columns[column].kind, matrix.rows[row].cells[column]));
    }
  }
  const auto csv = window_->explanation_docks().statistics().csv();
  ASSERT_TRUE(csv);
  EXPECT_EQ(csv->header[2], "to node 0");
  choice().setCurrentIndex(0);
  settle();
  EXPECT_EQ(table().topLevelItem(0)->text(0), "all tasks");
}

TEST_F(JoinedRunTest, MatrixFollowsTheVisibleRange) {
  key(Qt::Key_S, Qt::ShiftModifier);
  choice().setCurrentIndex(choice().findText("messages between nodes"));
  settle();
  const traces::Message& first = trace().messages.front();
  timeline().show({0, first.send_ns + 1});
  view().view_changed();
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return !window_->session().busy() && table().topLevelItem(4)->text(5) == "1"; },
                      testing::patience_ms))
      << table().topLevelItem(4)->text(5).toStdString();
}

TEST_F(JoinedRunTest, TwoRunsHaveOneMatrixEach) {
  open({file_, write("two.gus",
                     "n0/w0: aa\nn1/w0: ..bb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n"
                     "message x@1 n0->n1 1 2\n")});
  key(Qt::Key_S, Qt::ShiftModifier);
  choice().setCurrentIndex(choice().findText("messages between nodes"));
  settle();
  ASSERT_EQ(table().topLevelItemCount(), 5 + 3);
  EXPECT_EQ(table().topLevelItem(5)->text(2), "1");
  EXPECT_EQ(table().topLevelItem(5)->text(5), "1") << "the sum is in the same column as the other trace's";
}

}  // namespace
}  // namespace gusset::viewer
