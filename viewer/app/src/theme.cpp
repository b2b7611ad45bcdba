#include "gusset/viewer/app/theme.hpp"

#include <QApplication>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace gusset::viewer {
namespace {

QPalette light_palette() {
  const QColor text(31, 41, 51);
  QPalette palette(QColor(239, 240, 242), QColor(239, 240, 242));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
    palette.setColor(role, text);
  palette.setColor(QPalette::Base, Qt::white);
  palette.setColor(QPalette::AlternateBase, QColor(246, 247, 249));
  palette.setColor(QPalette::ToolTipBase, Qt::white);
  palette.setColor(QPalette::Highlight, QColor(20, 98, 190));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, QColor(20, 98, 190));
  palette.setColor(QPalette::PlaceholderText, QColor(99, 110, 123));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, QColor(150, 158, 168));
  return palette;
}

QPalette dark_palette() {
  const QColor text(226, 231, 237);
  QPalette palette(QColor(40, 46, 55), QColor(32, 37, 45));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
    palette.setColor(role, text);
  palette.setColor(QPalette::Base, QColor(28, 33, 41));
  palette.setColor(QPalette::AlternateBase, QColor(34, 40, 49));
  palette.setColor(QPalette::ToolTipBase, QColor(40, 46, 55));
  palette.setColor(QPalette::Highlight, QColor(44, 110, 190));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, QColor(92, 164, 250));
  palette.setColor(QPalette::PlaceholderText, QColor(150, 160, 172));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, QColor(112, 121, 133));
  return palette;
}

// Fusion draws the frame of a check box a little darker than the window, which is not seen on a dark one.
class FramedStyle : public QProxyStyle {
 public:
  FramedStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element != PE_IndicatorCheckBox || button == nullptr) {
      QProxyStyle::drawPrimitive(element, option, painter, widget);
      return;
    }
    QStyleOptionButton framed(*button);
    framed.palette.setColor(QPalette::Window, button->palette.color(QPalette::PlaceholderText));
    QProxyStyle::drawPrimitive(element, &framed, painter, widget);
  }
};

}  // namespace

void apply_theme(Theme theme) {
  // What the desktop gave, from before the first change.
  static const QPalette system = QApplication::palette();
  static const QString style = QApplication::style()->objectName();
  if (theme == Theme::system) {
    QApplication::setStyle(QStyleFactory::create(style));
    QApplication::setPalette(system);
    return;
  }
  // Other styles draw parts in colours of their own.
  QApplication::setStyle(new FramedStyle);
  QApplication::setPalette(theme == Theme::dark ? dark_palette() : light_palette());
}

traces::Paper paper_of(const QPalette& palette) {
  return palette.color(QPalette::Base).lightness() < 128 ? traces::Paper::dark : traces::Paper::white;
}

const char* error_colour(const QPalette& palette) {
  return paper_of(palette) == traces::Paper::dark ? "#ff8a80" : "#b42318";
}

}  // namespace gusset::viewer
