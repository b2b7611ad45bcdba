#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"
#include "text_trace.hpp"

namespace gusset::viewer::testing {

/// Indexes a trace drawn as text.
inline std::shared_ptr<const LoadedTrace> loaded_from_text(std::string_view text,
                                                           std::int64_t ns_per_character = 1000) {
  return index_trace(traces::testing::trace_from_text(text, ns_per_character), {}, 1);
}

/// A document with one panel per drawing.
inline std::shared_ptr<const Document> document_from_text(const std::vector<std::string_view>& texts) {
  std::vector<std::shared_ptr<const LoadedTrace>> traces;
  for (const std::string_view text : texts) traces.push_back(loaded_from_text(text));
  return make_document(std::move(traces));
}

/// Every character is 7 pixels wide, so that widths are easy to predict.
inline double measure(std::string_view text) {
  return 7.0 * static_cast<double>(text.size());
}

/// A path in the temporary folder. `name` must be unique among tests.
inline std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) / name;
}

}  // namespace gusset::viewer::testing
