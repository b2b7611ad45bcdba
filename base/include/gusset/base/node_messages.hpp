#pragma once
#include <cstddef>
#include <cstdint>

namespace gusset {

// How nodes exchange messages: facts that the runtime on several nodes and its simulation share.

/// The most bytes of a short message, including its header, and the size of that header. Longer contents are
/// offered first, and sent when the destination asks for them.
inline constexpr std::size_t short_message_bytes = 4096;
inline constexpr std::size_t message_header_bytes = 48;

/// The most bytes of contents that travel with their header.
inline constexpr std::size_t eager_bytes = short_message_bytes - message_header_bytes;

/// Workers look for messages after each task and while they are idle. If none has looked for this long, a
/// helper thread does; it checks at intervals of the same length.
inline constexpr std::int64_t poll_patience_ns = 1'000'000;

}  // namespace gusset
