#pragma once
#include <QFrame>
#include <QPointer>
#include <QTimer>

#include "gusset/viewer/model/state/tour.hpp"

class QDockWidget;
class QLabel;
class QPushButton;

namespace gusset::viewer {

class MainWindow;

/// The one-minute tour: a card with a short text beside the part of the window that it explains. A frame
/// marks that part. Return continues, Backspace goes back, Escape ends the tour; all other keys and the mouse
/// work as usual.
class TourCard : public QFrame {
 public:
  explicit TourCard(MainWindow& window);
  ~TourCard() override;

  void start();
  bool is_on() const { return on_; }
  std::size_t step() const { return place_.step(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_step();
  void place_card();
  QRect part_rect(TourStep::Part part) const;
  bool is_part_moved_by(const QObject* resized) const;
  void forward();
  void leave();
  void hide_shown_dock();

  MainWindow& window_;
  TourPosition place_;
  bool on_ = false;
  QLabel* title_;
  QLabel* text_;
  QLabel* count_;
  QPushButton* back_;
  QPushButton* next_;
  QWidget* frame_;
  QPointer<QDockWidget> shown_dock_;  ///< hidden until this step, and hidden again after it
  QTimer soon_;                       ///< delays placing the card
};

}  // namespace gusset::viewer
