#include "drop_target.hpp"

#include <QDropEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

namespace gusset::viewer {
namespace {

class DropHint : public QWidget {
 public:
  explicit DropHint(QWidget* parent) : QWidget(parent) {
    setObjectName("drop hint");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }
  void say(bool adds) {
    adds_ = adds;
    setGeometry(parentWidget()->rect());
    show();
    raise();
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor wash = palette().color(QPalette::Window);
    wash.setAlpha(215);
    painter.fillRect(rect(), wash);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 3, Qt::DashLine));
    painter.drawRoundedRect(rect().adjusted(16, 16, -16, -16), 12, 12);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    painter.setFont(large);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(0, -14, 0, -14), Qt::AlignCenter,
                     adds_ ? "Drop to add below for comparison" : "Drop to open");
    painter.setFont(font());
    painter.drawText(
        rect().adjusted(0, 34, 0, 34), Qt::AlignCenter,
        adds_ ? "without Ctrl: replaces the open traces" : "with Ctrl: adds below, for comparison");
  }

 private:
  bool adds_ = false;
};

bool has_files(const QMimeData* data) {
  for (const QUrl& url : data->urls()) {
    if (url.isLocalFile()) return true;
  }
  return false;
}

class DropTarget : public QObject {
 public:
  using Dropped = std::function<void(std::vector<std::filesystem::path> paths, bool add)>;
  DropTarget(QWidget& window, QWidget& area, Dropped dropped)
      : QObject(&window), hint_(new DropHint(&area)), dropped_(std::move(dropped)) {
    window.setAcceptDrops(true);
    window.installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    switch (event->type()) {
      case QEvent::DragEnter:
      case QEvent::DragMove: {
        auto* drag = static_cast<QDropEvent*>(event);
        if (!has_files(drag->mimeData())) return false;
        drag->acceptProposedAction();
        hint_->say(drag->modifiers().testFlag(Qt::ControlModifier));
        return true;
      }
      case QEvent::DragLeave:
        hint_->hide();
        return true;
      case QEvent::Drop: {
        hint_->hide();
        auto* drop = static_cast<QDropEvent*>(event);
        std::vector<std::filesystem::path> paths;
        for (const QUrl& url : drop->mimeData()->urls()) {
          if (url.isLocalFile()) paths.emplace_back(url.toLocalFile().toStdU16String());
        }
        if (paths.empty()) return false;
        drop->acceptProposedAction();
        dropped_(std::move(paths), drop->modifiers().testFlag(Qt::ControlModifier));
        return true;
      }
      default:
        return false;
    }
  }

 private:
  DropHint* hint_;
  Dropped dropped_;
};

}  // namespace

void accept_drops(QWidget& window, QWidget& area, DropTarget::Dropped dropped) {
  new DropTarget(window, area, std::move(dropped));
}

}  // namespace gusset::viewer
