#pragma once
#include <QFrame>
#include <functional>
#include <vector>

class QBoxLayout;
class QHBoxLayout;
class QLabel;

namespace gusset::viewer {

/// A bar at the top of the view with one message and the possible answers. Stays until it is answered or
/// dismissed, and blocks nothing else.
class NoticeBar : public QFrame {
 public:
  enum class Kind { error, question, hint };
  struct Answer {
    QString text;
    QString id;  ///< the button's object name
    std::function<void()> run;
  };

  explicit NoticeBar(QWidget* parent = nullptr);
  /// Replaces the message.
  void say(Kind kind, const QString& text, const std::vector<Answer>& answers = {});
  QString text() const;
  Kind kind() const { return kind_; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void colour();

  Kind kind_ = Kind::hint;
  QLabel* label_;
  QBoxLayout* body_;      ///< the message and the answers
  QHBoxLayout* answers_;  ///< a stretch, then the buttons
};

}  // namespace gusset::viewer
