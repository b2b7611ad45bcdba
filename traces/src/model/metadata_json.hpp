#pragma once
#include <string>
#include <string_view>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/metadata.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// JSON nested deeper than this is refused: it would exhaust the stack of whoever walks it.
inline constexpr int max_json_depth = 64;

/// The metadata section's text: one JSON object with sorted keys and no spaces.
std::string encode_metadata(const Metadata& metadata, const Recorded& recorded);

struct DecodedMetadata {
  Metadata metadata;
  Recorded recorded;
};

/// The inverse; `where` stands in the error.
Result<DecodedMetadata> decode_metadata(std::string_view text, const std::string& where);

/// Takes the member of that name out of a JSON object: returns it, and leaves the rest in `object`. Empty
/// where there is none.
std::string take_member(std::string& object, const std::string& name);

/// Whether `text` is one JSON value of bearable depth.
bool is_json(std::string_view text);

/// What keeps `text` from being Metadata::extra, in words for an error; empty where nothing does.
std::string extra_flaw(std::string_view text);

}  // namespace gusset::traces
