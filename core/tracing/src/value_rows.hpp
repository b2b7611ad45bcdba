#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/traces/gus/recording_file.hpp"

namespace gusset::core_tracing {

/// Attribute values on their way to the file: those of Annotations, priorities and home nodes.
class ValueRows {
 public:
  /// Adds a value of the task with this number. Thread-safe.
  void add(std::uint64_t number, const std::string& name, const Annotation::Value& value);

  // For the thread that writes.

  void write(traces::RecordingFile& file);
  /// Forgets what has been added.
  void drop();

 private:
  /// The values of one attribute.
  struct Values {
    std::string name;
    std::vector<std::uint64_t> numbers;  // the tasks' numbers
    decltype(traces::Attribute::values) list;
  };

  std::mutex mutex_;  // guards the next member
  std::vector<Values> new_;

  // Of the thread that writes:
  std::vector<Values> taken_;              // without rows between uses, and with the same attributes as new_
  std::vector<std::uint32_t> attributes_;  // for each element of taken_, its index in the file
};

}  // namespace gusset::core_tracing
