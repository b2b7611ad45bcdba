#include "gusset/viewer/app/window/picture_dialog.hpp"

#include <gmock/gmock.h>

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStatusBar>
#include <fstream>

#include "gusset/viewer/app/explain/as_seen.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

class PictureDialogTest : public testing::WindowFixture {
 protected:
  template <class Part>
  Part& part(const char* name) {
    Part* found = nullptr;
    for (auto* dialog : window_->findChildren<PictureDialog*>()) {
      if (dialog->isVisible()) found = dialog->findChild<Part*>(name);  // hidden ones are closing
    }
    if (found == nullptr) throw std::runtime_error(std::string("no ") + name);
    return *found;
  }
  QString file() { return part<QLineEdit>("picture file").text(); }
  std::string message() { return part<QLabel>("picture message").text().toStdString(); }
  void type(const std::filesystem::path& path) {
    part<QLineEdit>("picture file").setText(QString::fromStdString(path.string()));
  }
  void click_export() {
    QTest::mouseClick(&part<QPushButton>("picture export"), Qt::LeftButton);
    QApplication::processEvents();
  }
  void wait_for_picture() {
    const auto is_exported = [this] { return window_->statusBar()->currentMessage().startsWith("Saved "); };
    ASSERT_TRUE(QTest::qWaitFor(is_exported, testing::patience_ms));
    window_->statusBar()->clearMessage();
  }
  std::string text_of(const char* name) {
    std::ifstream stream(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

TEST_F(PictureDialogTest, SizesPicturesForAColumnOrASlide) {
  open({write("one.gus", "aab")});
  key(Qt::Key_E, Qt::ControlModifier);
  EXPECT_EQ(QFileInfo(file()).fileName(), "one.svg");
  EXPECT_TRUE(part<QRadioButton>("picture full").isChecked());
  type(folder_ / "column.svg");
  part<QRadioButton>("picture column").click();
  click_export();
  wait_for_picture();
  const QString column_file = QString::fromStdString((folder_ / "column.svg").string());
  const auto width = [](const paper::FigureOptions& options) {
    return "width=\"" + std::to_string(options.width);
  };
  EXPECT_THAT(text_of("column.svg"), ::testing::HasSubstr(width(paper::column_options())));
  window_->run_action("export");
  EXPECT_TRUE(part<QRadioButton>("picture column").isChecked()) << "as it was chosen last";
  EXPECT_EQ(QFileInfo(file()).absolutePath(), QFileInfo(column_file).absolutePath());
  type(folder_ / "slide.svg");
  part<QRadioButton>("picture slide").click();
  click_export();
  wait_for_picture();
  EXPECT_THAT(text_of("slide.svg"), ::testing::HasSubstr(width(paper::slide_options())));
}

TEST_F(PictureDialogTest, NoticeSaysWhatWasSaved) {
  open({write("one.gus", "aab")});
  for (const auto& [name, says] : {std::pair("one.svg", "one.svg \\(1600 × [0-9]+, SVG\\)"),
                                   std::pair("one.png", "one.png \\([0-9]+ × [0-9]+, PNG\\)"),
                                   std::pair("one.pdf", "one.pdf \\(PDF\\)")}) {
    window_->statusBar()->clearMessage();
    window_->pictures().export_picture(folder_ / name);
    ASSERT_TRUE(
        QTest::qWaitFor([&, file = name] { return window_->statusBar()->currentMessage().contains(file); },
                        testing::patience_ms));
    EXPECT_THAT(window_->statusBar()->currentMessage().toStdString(),
                ::testing::MatchesRegex(std::string("Saved .*") + says));
  }
}

TEST_F(PictureDialogTest, ReportsReplacedFilesAndWrongExtensions) {
  open({write("one.gus", "aab")});
  window_->run_action("export");
  type(folder_ / "one.gus");
  EXPECT_EQ(message(), "one.gus exists and will be replaced.");
  EXPECT_EQ(part<QPushButton>("picture export").text(), "Replace");
  click_export();
  EXPECT_THAT(message(), ::testing::HasSubstr("expected a name that ends in .png, .svg or .pdf, found"));
  type(folder_ / "one.svg");
  EXPECT_EQ(part<QPushButton>("picture export").text(), "Export");
  QTest::keyClick(&part<QLineEdit>("picture file"), Qt::Key_Return);
  wait_for_picture();
  EXPECT_THAT(text_of("one.svg"), ::testing::HasSubstr("<svg"));
}

TEST_F(PictureDialogTest, ReturnDoesNotReplaceAFileWithoutConfirmation) {
  open({write("one.gus", "aab")});
  std::ofstream(folder_ / "keep.svg") << "precious";
  window_->run_action("export");
  type(folder_ / "keep.svg");
  QTest::keyClick(&part<QLineEdit>("picture file"), Qt::Key_Return);
  EXPECT_EQ(message(), "keep.svg exists: press Return again to replace it.");
  EXPECT_EQ(text_of("keep.svg"), "precious");
  type(folder_ / "nowhere" / "one.svg");
  click_export();
  EXPECT_THAT(message(), ::testing::StartsWith("picture: expected a folder that can be written to, found"));
  type(folder_ / "keep.svg");
  QTest::keyClick(&part<QLineEdit>("picture file"), Qt::Key_Return);
  QTest::keyClick(&part<QPushButton>("picture export"), Qt::Key_Return);
  wait_for_picture();
  EXPECT_THAT(text_of("keep.svg"), ::testing::HasSubstr("<svg"));
}

TEST_F(PictureDialogTest, ColumnPictureShowsTheVisibleRange) {
  open({write("one.gus", "aaaabbbb")});
  timeline().show({2'000, 6'000});
  const paper::FigureOptions options = options_as_seen(timeline(), picture_options(PictureSize::column, {}));
  EXPECT_EQ(options.from_ns, options_as_seen(timeline()).from_ns);
  EXPECT_GT(*options.from_ns, 0);
  EXPECT_LT(*options.from_ns, 2'001) << "the figure shows the visible range";
  EXPECT_EQ(options.width, paper::column_options().width);
  EXPECT_EQ(options.points_per_pixel, paper::column_options().points_per_pixel);
}

TEST(PictureStem, RemovesTheExtension) {
  EXPECT_EQ(picture_stem("some/run.gus"), "run");
  EXPECT_EQ(picture_stem("run.v2.gus"), "run.v2");
  EXPECT_EQ(picture_stem("run.json.gz"), "run");
  EXPECT_EQ(picture_stem({}), "trace");
}

}  // namespace
}  // namespace gusset::viewer
