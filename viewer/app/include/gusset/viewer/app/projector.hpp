#pragma once
#include <QByteArray>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <functional>
#include <vector>

class QLabel;
class QMainWindow;
class QVBoxLayout;
class QWidget;

namespace gusset::viewer {

class Session;
class TimelineView;

/// What is seen from the last row: large letters, strong contrast, thick lines, and nothing but the traces,
/// with a line of words and keys below. Docks, bars and the cursor's place come back as they were.
class Projector : public QObject {
 public:
  /// `centre` has the view in it, and gets the line below.
  Projector(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view);
  ~Projector() override;

  bool is_on() const { return is_on_; }
  void set_on(bool on);
  /// What the line below says of the moment; its keys stand on the right.
  void show_words(const QString& words);

  /// After each change.
  std::function<void(bool on)> changed;

 private:
  void hide_all_but_the_view();
  void strengthen();
  void show_as_before();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  QWidget* line_ = nullptr;
  QLabel* words_ = nullptr;
  QLabel* keys_ = nullptr;

  bool is_on_ = false;
  QByteArray docks_;
  std::vector<QWidget*> hidden_;
  QFont font_;
  QPalette palette_;
  bool was_full_screen_ = false;
};

}  // namespace gusset::viewer
