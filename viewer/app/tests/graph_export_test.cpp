// The exported task graph matches the view.
#include <gmock/gmock.h>

#include <QAction>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <fstream>
#include <iterator>

#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/window/picture_dialog.hpp"
#include "random_trace.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* exported_chain = R"(
  aaaa....bbbbb
  a1: write x@0
  b1: read x@1, write z@0
)";

class GraphExportTest : public testing::WindowFixture {
 protected:
  void open_graph(const std::filesystem::path& path) {
    open({path});
    key(Qt::Key_G);
    settle();
    QApplication::processEvents();
    settle();
    ASSERT_NE(window_->graph().graph().drawing(), nullptr);
  }
  std::filesystem::path write_folded() {
    auto trace = *traces::testing::random_trace({.seed = 5, .tasks = 900, .handles = 60});
    trace.types = {"init", "step", "sum"};
    for (std::size_t i = 0; i < 900; ++i) trace.tasks.type[i] = traces::TypeId(i % 3);
    EXPECT_TRUE(traces::write_gus(trace, folder_ / "random.gus"));
    return folder_ / "random.gus";
  }
  GraphView& graph() { return window_->graph().view(); }
  const traces::GraphScene& scene() { return *window_->graph().graph().drawing()->scene; }
  std::string message() { return window_->statusBar()->currentMessage().toStdString(); }
  void wait_for_export() {
    EXPECT_TRUE(QTest::qWaitFor([this] { return message().starts_with("Saved "); }, testing::patience_ms))
        << message();
    window_->statusBar()->clearMessage();
  }
  void export_graph(const std::string& name) {
    window_->pictures().export_graph(folder_ / name);
    wait_for_export();
  }
  std::string text_of(const std::string& name) {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(GraphExportTest, ExportsUnfoldedGroupsInTheViewsColours) {
  open_graph(write_folded());
  const std::uint32_t group = scene().boxes[1].number;
  const std::string name = scene().boxes[1].label;
  Appearance appearance = window_->session().appearance();
  appearance.custom_colours[name] = {1, 2, 3};
  window_->session().set_appearance(appearance);
  settle();
  export_graph("folded.svg");
  const std::string folded = text_of("folded.svg");
  EXPECT_THAT(folded, ::testing::HasSubstr("folded by type"));
  EXPECT_THAT(folded, ::testing::HasSubstr("#010203"));
  EXPECT_EQ(folded.find(">" + name + " #"), std::string::npos);
  QTest::mouseClick(&graph(), Qt::LeftButton, {}, graph().position_of(scene().box_of_group[group]));
  settle();
  export_graph("unfolded.svg");
  EXPECT_THAT(text_of("unfolded.svg"), ::testing::ContainsRegex(">" + name + " [a-z#]"));
}

TEST_F(GraphExportTest, KeyAndContextMenuOfferTheExport) {
  open_graph(write("chain.gus", exported_chain));
  graph().setFocus();
  QTest::keyClick(&graph(), Qt::Key_G, Qt::ShiftModifier);
  auto* file = window_->findChild<QLineEdit*>("picture file");
  ASSERT_NE(file, nullptr);
  EXPECT_TRUE(file->text().endsWith("chain-graph.svg")) << file->text().toStdString();
  file->setText(QString::fromStdString((folder_ / "asked.png").string()));
  window_->findChild<QPushButton*>("picture export")->click();
  wait_for_export();
  EXPECT_THAT(text_of("asked.png"), ::testing::StartsWith("\x89PNG"));
  const QList<QAction*> offered = graph().actions();
  ASSERT_EQ(offered.size(), 1);
  EXPECT_EQ(offered[0]->objectName(), "export graph");
}

TEST_F(GraphExportTest, BoxesSayHowLongTheirTasksRan) {
  open_graph(write("chain.gus", exported_chain));
  export_graph("chain.svg");
  const std::string picture = text_of("chain.svg");
  EXPECT_THAT(picture, ::testing::HasSubstr(">4.00 µs<"));
  EXPECT_THAT(picture, ::testing::HasSubstr(">5.00 µs<"));
}

TEST_F(GraphExportTest, SaysWhyThereIsNoGraphToExport) {
  open({write("plain.gus", "aab")});
  window_->run_action("export graph");
  settle();
  EXPECT_TRUE(window_->graph().isVisible());
  EXPECT_THAT(message(), ::testing::HasSubstr("No graph to export yet. Dependencies were not recorded"));
}

TEST_F(GraphExportTest, AsksForAFileOnceTheGraphIsReady) {
  open({write("chain.gus", exported_chain)});
  window_->run_action("export graph");
  EXPECT_THAT(message(), ::testing::HasSubstr("No graph to export yet."));
  settle();
  QApplication::processEvents();
  settle();
  ASSERT_NE(window_->graph().graph().drawing(), nullptr);
  EXPECT_THAT(message(), ::testing::Not(::testing::HasSubstr("No graph")));
  auto* const dialog = window_->findChild<PictureDialog*>();
  ASSERT_NE(dialog, nullptr) << "it asks as soon as there is one";
  dialog->reject();
}

TEST_F(GraphExportTest, FailedExportShowsAnError) {
  open_graph(write("chain.gus", exported_chain));
  window_->pictures().export_graph(folder_ / "none" / "graph.svg");
  QMessageBox* box = nullptr;
  ASSERT_TRUE(QTest::qWaitFor([&] { return (box = window_->findChild<QMessageBox*>("message")) != nullptr; },
                              testing::patience_ms));
  EXPECT_THAT(box->text().toStdString(), ::testing::HasSubstr("expected a file that can be written"));
  box->accept();
}

}  // namespace
}  // namespace gusset::viewer
