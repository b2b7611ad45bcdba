#pragma once
#include <QObject>
#include <functional>
#include <utility>

#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// Returns a function that posts calls to the user interface's thread. A call is dropped if the receiver is
/// gone by then.
inline JobRunner::Post post_to(QObject* receiver) {
  return [receiver](std::function<void()> function) {
    QMetaObject::invokeMethod(receiver, std::move(function), Qt::QueuedConnection);
  };
}

}  // namespace gusset::viewer
