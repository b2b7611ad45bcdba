#include "gusset/viewer/app/widgets/theme.hpp"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "cut_tab.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"

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

picture::Colour opaque_colour(const QColor& colour) {
  const auto channel = [](int value) { return static_cast<std::uint8_t>(value); };
  return {channel(colour.red()), channel(colour.green()), channel(colour.blue())};
}

QColor mixed(const QColor& a, const QColor& b, double share_of_b) {
  const auto channel = [share_of_b](int of_a, int of_b) {
    return static_cast<int>(std::lround(of_a + (of_b - of_a) * share_of_b));
  };
  return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

// Draws some parts of a style better. Check boxes and radio buttons have a visible frame, and are filled when
// they are on: Fusion's frame is only a little darker than the window and disappears in dark themes. Tool
// buttons that are switched on stand out, and labelled ones are narrow enough for a small window. Names of
// tabs are never cut off at their start.
class ClearStyle : public QProxyStyle {
 public:
  explicit ClearStyle(const QString& base)
      : QProxyStyle(QStyleFactory::create(base)),
        is_fusion_(base.compare("fusion", Qt::CaseInsensitive) == 0) {}
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    if (is_fusion_ && element == PE_PanelButtonTool && option->state.testFlag(State_On)) {
      draw_pressed(*option, *painter);
      return;
    }
    if (is_fusion_ && (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton)) {
      draw_indicator(*option, *painter, element == PE_IndicatorRadioButton);
      return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override {
    const QSize usual = QProxyStyle::sizeFromContents(type, option, size, widget);
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const bool has_spare = is_fusion_ && type == CT_ToolButton && button != nullptr &&
                           button->toolButtonStyle == Qt::ToolButtonTextBesideIcon;
    return has_spare ? usual - QSize(spare_beside_label, 0) : usual;
  }
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override {
    const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
    const auto* bar = qobject_cast<const QTabBar*>(widget);
    if (element != CE_TabBarTabLabel || tab == nullptr || bar == nullptr ||
        (tab->shape != QTabBar::RoundedNorth && tab->shape != QTabBar::RoundedSouth)) {
      QProxyStyle::drawControl(element, option, painter, widget);
      return;
    }
    QStyleOptionTab cut(*tab);
    cut_label(cut, room_of_tabs(*bar), pixelMetric(PM_TabBarTabHSpace, tab, widget));
    QProxyStyle::drawControl(element, &cut, painter, widget);
  }

 private:
  static constexpr int spare_beside_label = 5;  // pixels that Qt adds to a tool button's label

  // A tool button that is switched on: Fusion's differs little from the toolbar in dark themes.
  static void draw_pressed(const QStyleOption& option, QPainter& painter) {
    const QPalette& palette = option.palette;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette.color(QPalette::Link));
    painter.setBrush(pressed_colour(palette));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2.0, 2.0);
    painter.restore();
  }

  // A check box or a radio button: a frame, filled and with a mark when it is on.
  static void draw_indicator(const QStyleOption& option, QPainter& painter, bool is_round) {
    const QPalette& palette = option.palette;
    const bool is_enabled = option.state.testFlag(State_Enabled);
    const bool is_on = option.state.testFlag(State_On);
    const bool is_partial = option.state.testFlag(State_NoChange);
    const bool is_pointed_at = option.state.testFlag(State_MouseOver) || option.state.testFlag(State_Sunken);
    const QColor fill = palette.color(is_enabled ? QPalette::Link : QPalette::Text);
    const QColor frame = is_on || is_partial || is_pointed_at ? fill
                         : is_enabled                         ? palette.color(QPalette::PlaceholderText)
                                                              : palette.color(QPalette::Text);
    const double side = std::min(option.rect.width(), option.rect.height());
    QRectF box(0.0, 0.0, side, side);
    box.moveCenter(QRectF(option.rect).center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(frame);
    painter.setBrush(is_on || is_partial ? fill : palette.color(QPalette::Base));
    const QRectF outline = box.adjusted(0.5, 0.5, -0.5, -0.5);
    if (is_round) {
      painter.drawEllipse(outline);
    } else {
      painter.drawRoundedRect(outline, 2.0, 2.0);
    }
    const auto at = [&box, side](double x, double y) {
      return QPointF(box.left() + x * side, box.top() + y * side);
    };
    const QColor mark = palette.color(QPalette::Base);
    painter.setPen(QPen(mark, 0.15 * side, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (is_on && is_round) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(mark);
      painter.drawEllipse(box.center(), 0.22 * side, 0.22 * side);
    } else if (is_partial) {
      painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else if (is_on) {
      painter.setBrush(Qt::NoBrush);
      painter.drawPolyline(QPolygonF({at(0.25, 0.52), at(0.43, 0.7), at(0.76, 0.32)}));
    }
    painter.restore();
  }

  bool is_fusion_;
};

// The desktop's palette and style, from before the first change.
struct Desktop {
  QPalette palette;
  QString style;
};

const Desktop& desktop() {
  static const Desktop found{QApplication::palette(), QApplication::style()->objectName()};
  return found;
}

}  // namespace

void apply_theme(Theme theme) {
  if (theme == Theme::system) {
    QApplication::setStyle(new ClearStyle(desktop().style));
    QApplication::setPalette(desktop().palette);
    return;
  }
  desktop();
  // Other styles draw some parts in their own colours.
  QApplication::setStyle(new ClearStyle("Fusion"));
  QApplication::setPalette(theme == Theme::dark ? dark_palette() : light_palette());
}

void prepare_style() {
  static bool is_first = true;
  if (std::exchange(is_first, false)) QApplication::setStyle(new ClearStyle(desktop().style));
}

traces::Background background_of(const QPalette& palette) {
  return palette.color(QPalette::Base).lightness() < 128 ? traces::Background::dark
                                                         : traces::Background::white;
}

double contrast(const QColor& a, const QColor& b) {
  return picture::contrast(opaque_colour(a), opaque_colour(b));
}

QColor muted_colour(const QPalette& palette) {
  const QColor hint = palette.color(QPalette::PlaceholderText);
  const auto is_readable = [&palette](const QColor& candidate) {
    for (const auto role : {QPalette::Base, QPalette::AlternateBase, QPalette::Window}) {
      if (contrast(candidate, palette.color(role)) < picture::min_text_contrast) return false;
    }
    return true;
  };
  constexpr int steps = 10;
  const QColor first = mixed(palette.color(QPalette::Base), hint, static_cast<double>(hint.alphaF()));
  for (int step = 0; step < steps; ++step) {
    const QColor candidate = mixed(first, palette.color(QPalette::Text), static_cast<double>(step) / steps);
    if (is_readable(candidate)) return candidate;
  }
  return palette.color(QPalette::Text);
}

QColor pressed_colour(const QPalette& palette) {
  constexpr double share = 0.4;
  return mixed(palette.color(QPalette::Button), palette.color(QPalette::Highlight), share);
}

const char* error_colour(const QPalette& palette) {
  return background_of(palette) == traces::Background::dark ? "#ff8a80" : "#b42318";
}

}  // namespace gusset::viewer
