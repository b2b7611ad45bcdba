#pragma once
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/metadata.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// JSON nested deeper than this is refused, because a recursive walk could exhaust the stack.
inline constexpr int max_json_depth = 64;

/// Encodes the metadata section: one JSON object with sorted keys and no spaces.
std::string encode_metadata(const Metadata& metadata, const Recorded& recorded);

struct DecodedMetadata {
  Metadata metadata;
  Recorded recorded;
};

/// The inverse of encode_metadata. `where` locates the text in the error.
Result<DecodedMetadata> decode_metadata(std::string_view text, const std::string& where);

/// Removes the member `name` from a JSON object and returns it. Returns an empty string if the object has no
/// such member.
std::string take_member(std::string& object, const std::string& name);

/// Whether `text` is one JSON value nested at most `max_json_depth` deep.
bool is_json(std::string_view text);

/// Why `text` cannot be Metadata::extra, worded for an error; empty if it can.
std::string extra_flaw(std::string_view text);

}  // namespace gusset::traces
