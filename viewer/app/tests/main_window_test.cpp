#include "gusset/viewer/app/window/main_window.hpp"

#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QSpinBox>
#include <QStatusBar>
#include <fstream>

#include "chain_trace.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

using MainWindowTest = testing::WindowFixture;
using testing::chain;

TEST_F(MainWindowTest, EmptyWindowOffersOpen) {
  settle();
  EXPECT_TRUE(window_->session().document()->empty());
  EXPECT_TRUE(window_->findChild<QAction*>("open")->isEnabled());
  EXPECT_FALSE(window_->findChild<QAction*>("fit")->isEnabled());
  EXPECT_TRUE(window_->findChild<QWidget*>("welcome open")->isVisible());
}

TEST_F(MainWindowTest, BrokenFileShowsAnErrorAndChangesNothing) {
  open({write("one.gus", "aa")});
  std::ofstream(folder_ / "broken.gus") << "no trace";
  window_->session().open({folder_ / "broken.gus"});
  settle();
  auto* notice = window_->findChild<QLabel*>("notice text");
  EXPECT_TRUE(notice->isVisible());
  EXPECT_TRUE(notice->text().contains("broken.gus"));
  EXPECT_FALSE(notice->text().contains('\n'));
  EXPECT_EQ(window_->session().document()->traces.size(), 1U);
}

TEST_F(MainWindowTest, DropOpensFilesAndControlDropAddsThem) {
  const auto drop = [&](const std::filesystem::path& path, Qt::KeyboardModifiers keys) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path.string()))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, keys);
    QApplication::sendEvent(window_.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, keys);
    QApplication::sendEvent(window_.get(), &event);
    settle();
  };
  drop(write("one.gus", "aa"), {});
  EXPECT_EQ(window_->session().document()->traces.size(), 1U);
  drop(write("two.gus", "bb"), Qt::ControlModifier);
  EXPECT_EQ(window_->session().document()->traces.size(), 2U);
  drop(write("three.gus", "cc"), {});
  EXPECT_EQ(window_->session().document()->traces.size(), 1U);
  EXPECT_TRUE(window_->windowTitle().contains("three.gus"));
}

TEST_F(MainWindowTest, ReloadReadsTheFileAgain) {
  open({write("one.gus", "aa")});
  write("one.gus", "aabbbb");
  key(Qt::Key_F5);
  EXPECT_EQ(window_->session().document()->extent_ns, 6'000);
}

TEST_F(MainWindowTest, CloseEmptiesTheWindow) {
  open({write("one.gus", "aa")});
  key(Qt::Key_W, Qt::ControlModifier);
  EXPECT_TRUE(window_->session().document()->empty());
  EXPECT_EQ(window_->windowTitle(), "Gusset");
}

TEST_F(MainWindowTest, ExportsAPicture) {
  open({write("one.gus", "aab"), write("two.gus", "ab")});
  window_->pictures().export_picture(folder_ / "picture.svg");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->statusBar()->currentMessage().contains("picture.svg"); },
                              testing::patience_ms));
  EXPECT_GT(std::filesystem::file_size(folder_ / "picture.svg"), 500U);
}

TEST_F(MainWindowTest, KeysWithCtrlReachTheWindowFromFields) {
  open({write("one.gus", "aab")});
  window_->run_action("what if");
  window_->run_action("find");
  auto* const number = window_->findChild<QSpinBox*>("what if workers");
  auto* const text = window_->findChild<QLineEdit*>("find");
  for (QWidget* field : std::initializer_list<QWidget*>{number, text}) {
    field->setFocus();
    ASSERT_TRUE(field->hasFocus()) << field->objectName().toStdString();
    QTest::keyClick(field, Qt::Key_E, Qt::ControlModifier);
    auto* const dialog = window_->findChild<QDialog*>("picture dialog");
    ASSERT_NE(dialog, nullptr) << field->objectName().toStdString();
    dialog->close();
    QTest::qWait(10);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    ASSERT_EQ(window_->findChild<QDialog*>("picture dialog"), nullptr);
    QApplication::setActiveWindow(window_.get());
  }
  QTest::keyClick(text, Qt::Key_D, Qt::ControlModifier);
  EXPECT_TRUE(window_->findChild<QDockWidget*>("Compare")->isVisible());
}

TEST_F(MainWindowTest, KeysThatEditTextStayWithFields) {
  open({write("one.gus", "aab")});
  window_->run_action("find");
  auto* const text = window_->findChild<QLineEdit*>("find");
  text->setFocus();
  QTest::keyClicks(text, "ci");
  EXPECT_EQ(text->text(), "ci");
  EXPECT_FALSE(window_->explanations().shows_path());
  QTest::keyClick(text, Qt::Key_A, Qt::ControlModifier);
  EXPECT_EQ(text->selectedText(), "ci");
  QTest::keyClick(text, Qt::Key_X, Qt::ControlModifier);
  EXPECT_EQ(text->text(), "");
  QTest::keyClick(text, Qt::Key_V, Qt::ControlModifier);
  EXPECT_EQ(text->text(), "ci");
  QTest::keyClick(text, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text->text(), "");
}

TEST_F(MainWindowTest, FailedExportShowsAnError) {
  open({write("one.gus", "aab")});
  window_->pictures().export_picture(folder_ / "no such folder" / "picture.svg");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window_->findChild<QMessageBox*>("message") != nullptr; },
                              testing::patience_ms));
  window_->findChild<QMessageBox*>("message")->close();
}

TEST_F(MainWindowTest, QuestionMarkShowsTheKeyTable) {
  open({write("one.gus", "aab")});
  key(Qt::Key_Question);
  auto* dialog = window_->findChild<QDialog*>("keys dialog");
  ASSERT_NE(dialog, nullptr);
  QString text;
  for (const QLabel* label : dialog->findChildren<QLabel*>()) text += label->text();
  for (const char* word : {"Ctrl+O", "Ctrl+E", "F5", "Wheel", "Shift+drag", "[", "Home", "Esc"}) {
    EXPECT_TRUE(text.contains(word)) << word;
  }
  dialog->close();
}

TEST_F(MainWindowTest, ClosingWhileOpeningIsSafe) {
  window_->session().open({write("one.gus", "aab")});
  window_.reset();
  QApplication::processEvents();
}

TEST_F(MainWindowTest, ViewMenuOffersTheTracesColourings) {
  open({write("chain.gus", chain)});
  auto* waiting = window_->findChild<QAction*>("colour by waiting");
  ASSERT_NE(waiting, nullptr);
  EXPECT_TRUE(window_->findChild<QAction*>("colour by type")->isChecked());
  EXPECT_EQ(window_->findChild<QAction*>("colour by step"), nullptr);
  const QImage before = view().canvas().image();
  waiting->trigger();
  settle();
  EXPECT_EQ(window_->legend().headerItem()->text(0), "waiting");
  EXPECT_EQ(window_->legend().topLevelItem(0)->child(0)->text(0), "started at once");
  EXPECT_TRUE(window_->findChild<QAction*>("colour by waiting")->isChecked());
  EXPECT_NE(view().canvas().image(), before);
}

}  // namespace
}  // namespace gusset::viewer
