#pragma once
#include <QDialog>
#include <cstdint>
#include <filesystem>

#include "gusset/traces/paper/figure/figure.hpp"

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace gusset::viewer {

/// The intended use of a picture, which sets its size.
enum class PictureSize : std::uint8_t {
  full,    ///< default size
  column,  ///< a column of a paper
  slide,
};

/// Returns the figure options for a size; `full` gives the options of PictureSize::full.
paper::FigureOptions picture_options(PictureSize size, const paper::FigureOptions& full = {});

/// Returns "run" for "some/run.gus" and "run.json.gz", and "trace" for an empty path.
QString picture_stem(const std::filesystem::path& trace);

/// Asks for a picture's file and intended use. Says which file the picture would replace, or what is wrong
/// with the name; stays open until the name is valid.
class PictureDialog : public QDialog {
 public:
  /// `full` describes the size of PictureSize::full.
  PictureDialog(const QString& title, const QString& full, const QString& file, PictureSize size,
                QWidget* parent);

  /// The file and the intended use; valid once the dialog is accepted.
  std::filesystem::path path() const;
  PictureSize size() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void choose_file();
  void check_file();
  void show_error(const QString& text);
  void finish();

  QLineEdit* file_ = nullptr;
  QRadioButton* column_ = nullptr;
  QRadioButton* slide_ = nullptr;
  QLabel* message_ = nullptr;
  QPushButton* export_ = nullptr;
};

}  // namespace gusset::viewer
