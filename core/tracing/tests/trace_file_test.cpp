#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset/core/engine.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::core_tracing {
namespace {

std::string refusal(const std::filesystem::path& path) {
  Options options;
  options.engine = "record";
  options.threads = 1;
  options.settings["trace"] = path.string();
  try {
    make_engine(options);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(TraceFile, UnwritablePathsAreRefused) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  EXPECT_EQ(refusal("/nonexistent/T.gus"),
            "GUSSET_TRACE: expected a file that can be written, found \"/nonexistent/T.gus\"");
  EXPECT_EQ(refusal(folder),
            "GUSSET_TRACE: expected a file that can be written, found \"" + folder.string() + "\"");
  EXPECT_NE(refusal("/dev/null/T.gus"), "accepted");
  EXPECT_NE(refusal(folder / ""), "accepted");
  EXPECT_EQ(refusal(folder / "T.gus"), "accepted");
  EXPECT_EQ(refusal("/nonexistent/T.gus"),
            "GUSSET_TRACE: expected a file that can be written, found \"/nonexistent/T.2.gus\"")
      << "the second recording's path";
}

}  // namespace
}  // namespace gusset::core_tracing
