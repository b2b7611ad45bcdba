#pragma once
#include <QComboBox>
#include <cstddef>

#include "gusset/base/policy_names.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {

/// Makes a box that offers the built-in policies. Tooltips say what each of them does; the tooltip of the box
/// is that of the chosen one.
inline QComboBox* policy_box(const QString& name) {
  auto* box = named(new QComboBox, name);
  for (std::size_t i = 0; i < built_in_policy_names.size(); ++i) {
    box->addItem(qt_text(built_in_policy_names[i]));
    // As rich text, so that the tooltip is wrapped.
    box->setItemData(static_cast<int>(i),
                     "<span>" + escaped_html(qt_text(built_in_policy_sentences[i])) + "</span>",
                     Qt::ToolTipRole);
  }
  show_choices_tooltip(*box);
  return box;
}

}  // namespace gusset::viewer
