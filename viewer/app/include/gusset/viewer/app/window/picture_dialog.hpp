#pragma once
#include <QDialog>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "gusset/traces/paper/figure/figure.hpp"

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace gusset::viewer {

/// What a picture is sized for.
enum class PictureSize : std::uint8_t {
  full,    ///< as it is drawn unless one asks for another size
  column,  ///< of a paper
  slide,
};

/// The terms on which a picture of that size is drawn; `full` are those of the first.
paper::FigureOptions picture_options(PictureSize size, const paper::FigureOptions& full = {});

/// "run" of "some/run.gus" and of "run.json.gz"; "trace" of nothing.
QString picture_stem(const std::filesystem::path& trace);

/// Asks for the file of a picture and what it is sized for. Says which file it would replace, and what is
/// wrong with a name; stays open until it has a good one.
class PictureDialog : public QDialog {
 public:
  /// `full` says how large a picture of the first size is.
  PictureDialog(const QString& title, const QString& full, const QString& file, PictureSize size,
                QWidget* parent);

  /// The file, and what its picture is sized for.
  std::function<void(const std::filesystem::path&, PictureSize)> chosen;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void choose_file();
  void check_file();
  void refuse(const QString& words);
  void finish();

  QLineEdit* file_ = nullptr;
  QRadioButton* column_ = nullptr;
  QRadioButton* slide_ = nullptr;
  QLabel* words_ = nullptr;
  QPushButton* export_ = nullptr;
};

}  // namespace gusset::viewer
