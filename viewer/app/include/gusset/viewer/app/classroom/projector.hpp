#pragma once
#include <QByteArray>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <vector>

#include "gusset/viewer/model/document/signal.hpp"

class QLabel;
class QMainWindow;
class QVBoxLayout;
class QWidget;

namespace gusset::viewer {

class Session;
class TimelineView;

/// What is seen from the last row: large letters, strong contrast, thick lines, and nothing but the traces,
/// with a legend, a line of words and one of keys below. Docks, bars and the cursor's place come back as they
/// were.
class Projector : public QObject {
 public:
  /// `centre` has the view in it, and gets the line below.
  Projector(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view);
  ~Projector() override;

  bool is_on() const { return is_on_; }
  void set_on(bool on);
  /// What is said below of the moment, above the keys; nothing where it is empty.
  void show_words(const QString& words);

  Signal<bool> changed;  ///< whether it is on

 private:
  void show_legend();
  void hide_all_but_the_view();
  void strengthen();
  void show_as_before();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  QWidget* line_ = nullptr;
  QLabel* legend_ = nullptr;
  QLabel* words_ = nullptr;
  QLabel* keys_ = nullptr;

  bool is_on_ = false;
  QByteArray docks_;
  std::vector<QWidget*> hidden_;
  QFont font_;
  QPalette palette_;
  bool was_full_screen_ = false;
  Connection connection_;
};

}  // namespace gusset::viewer
