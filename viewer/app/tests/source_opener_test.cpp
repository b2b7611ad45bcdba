#include "gusset/viewer/app/explain/source_opener.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <fstream>

#include "gusset/viewer/app/widgets/notice_bar.hpp"
#include "welcome_fixture.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The source is in the folder of the trace; $VISUAL is an editor that writes its arguments down.
class SourceOpenerTest : public testing::WelcomeFixture {
 protected:
  SourceOpenerTest() {
    std::ofstream(source_) << "int x;\n";
    std::ofstream(editor_) << "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$(dirname \"$0\")/asked.part\"\n"
                              "mv \"$(dirname \"$0\")/asked.part\" \"$(dirname \"$0\")/asked\"\n";
    std::filesystem::permissions(editor_, std::filesystem::perms::owner_all);
    qputenv("VISUAL", ("\"" + editor_.string() + "\"").c_str());
  }
  ~SourceOpenerTest() override { qunsetenv("VISUAL"); }

  /// Opens a trace in which tasks of `type` take nearly all the time.
  void open_trace(const std::string& type = "lu it's.c:41") {
    traces::Trace trace = *traces::testing::trace_from_text("aaabaaabaaabaaab\naaabaaabaaabaaab");
    trace.types[0] = type;
    ASSERT_TRUE(traces::write_gus(trace, folder_ / "source.gus"));
    open({folder_ / "source.gus"});
  }

  /// The arguments of the editor once it has been asked.
  std::vector<std::string> asked() {
    const std::filesystem::path file = folder_ / "asked";
    EXPECT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(file); }, testing::patience_ms));
    std::vector<std::string> words;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) words.push_back(line);
    lines.close();
    std::filesystem::remove(file);
    return words;
  }

  /// Clicks the first link in a text that begins with `begin`.
  void click_link(QTextBrowser& text, const QString& begin) {
    QWidget& area = *text.viewport();
    for (int y = 0; y < area.height(); y += 2) {
      for (int x = 0; x < area.width(); x += 2) {
        if (!text.anchorAt({x, y}).startsWith(begin)) continue;
        QTest::mouseClick(&area, Qt::LeftButton, {}, {x, y});
        settle();
        return;
      }
    }
    FAIL() << "no link " << begin.toStdString() << " in " << text.toPlainText().toStdString();
  }

  void choose_editor(const QString& command) {
    trigger("source editor");
    auto* dialog = window_->findChild<QInputDialog*>("source editor dialog");
    ASSERT_NE(dialog, nullptr);
    auto* field = dialog->findChild<QLineEdit*>();
    field->selectAll();
    QTest::keyClicks(field, command);
    QTest::keyClick(field, Qt::Key_Return);
    settle();
  }

  std::filesystem::path source_ = folder_ / "lu it's.c";
  std::filesystem::path editor_ = folder_ / "editor";
};

TEST_F(SourceOpenerTest, DetailsLinkOpensTheLine) {
  open_trace();
  click(point(1'000));
  EXPECT_THAT(details().toStdString(), HasSubstr("lu it's.c line 41"));
  click_link(window_->details(), "source:");
  EXPECT_THAT(asked(), ElementsAre("+41", source_.string()));
}

TEST_F(SourceOpenerTest, VerdictLinkOpensTheLine) {
  open_trace();
  click_link(window_->explanation_docks().verdict().findings(), "source:");
  EXPECT_THAT(asked(), ElementsAre("+41", source_.string()));
}

TEST_F(SourceOpenerTest, DoubleClickInTheStatisticsOpensTheLine) {
  open_trace();
  key(Qt::Key_S, Qt::ShiftModifier);
  QTreeWidget& table = window_->explanation_docks().statistics().table();
  ASSERT_TRUE(QTest::qWaitFor([&] { return table.topLevelItemCount() == 3; }, testing::patience_ms));
  QTreeWidgetItem* item = table.topLevelItem(1);
  EXPECT_THAT(item->toolTip(0).toStdString(), HasSubstr("open lu it's.c line 41"));
  const QPoint where = table.visualItemRect(item).center();
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, where);
  QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, where);
  settle();
  EXPECT_THAT(asked(), ElementsAre("+41", source_.string()));
}

TEST_F(SourceOpenerTest, LegendsMenuOpensTheLine) {
  open_trace();
  LegendPanel& legend = window_->legend();
  QTreeWidgetItem* item = legend.topLevelItem(0)->child(0);
  EXPECT_THAT(item->toolTip(0).toStdString(), HasSubstr("open lu it's.c line 41"));
  const QPoint where = legend.visualItemRect(item).center();
  QContextMenuEvent right_click(QContextMenuEvent::Mouse, where, legend.viewport()->mapToGlobal(where));
  QApplication::sendEvent(legend.viewport(), &right_click);
  auto* menu = legend.findChild<QMenu*>("legend menu");
  ASSERT_NE(menu, nullptr);
  for (QAction* action : menu->actions()) {
    if (action->text() != "Open lu it's.c line 41") continue;
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    settle();
    EXPECT_THAT(asked(), ElementsAre("+41", source_.string()));
    return;
  }
  FAIL() << "no action that opens the source";
}

TEST_F(SourceOpenerTest, ChosenEditorComesFirstAndIsRemembered) {
  qputenv("VISUAL", "false");
  window_->welcome().remember();
  choose_editor("\"" + QString::fromStdString(editor_.string()) + "\" at {line} of {file}");
  restart();
  window_->welcome().remember();
  open_trace();
  click(point(1'000));
  click_link(window_->details(), "source:");
  EXPECT_THAT(asked(), ElementsAre("at", "41", "of", source_.string()));
}

TEST_F(SourceOpenerTest, MissingFileIsOneLine) {
  open_trace("missing.c:7");
  click(point(1'000));
  click_link(window_->details(), "source:");
  const auto& notice = child<NoticeBar>("notice");
  EXPECT_TRUE(notice.isVisible());
  EXPECT_EQ(notice.text(),
            "missing.c: expected it beside the trace or its program, or in the current folder, found none: "
            "choose its folder with File, Source folder");
}

TEST_F(SourceOpenerTest, EditorThatCannotStartIsOneLine) {
  qputenv("VISUAL", "/no/such/editor");
  open_trace();
  click(point(1'000));
  click_link(window_->details(), "source:");
  EXPECT_THAT(child<NoticeBar>("notice").text().toStdString(),
              HasSubstr("lu it's.c:41: expected a program that opens it (File, Source editor), found that "
                        "/no/such/editor can't be started"));
}

}  // namespace
}  // namespace gusset::viewer
