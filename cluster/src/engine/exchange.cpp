#include "engine/exchange.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gusset::cluster {

void Exchange::step() {
  steps_.fetch_add(1, std::memory_order_seq_cst);
  messenger_.post_call([this](Transport& transport) {
    std::vector<Question> kept;
    kept.swap(kept_);
    for (const Question& question : kept) asked(transport, question.from, question.header);
  });
}

void* Exchange::contents(HandleState& handle, const std::function<void(const std::function<bool()>&)>& help) {
  std::unique_ptr<Fetched>& fetched = fetched_[&handle];
  if (fetched == nullptr) {
    const auto bytes = static_cast<std::size_t>(handle.size_bytes);
    fetched = std::make_unique<Fetched>(bytes);
    fetched->messenger = &messenger_;
    messenger_.post_call([this, what = fetched.get(), bytes, to = handle.owner.value(),
                          number = handles_[handle].number,
                          step = steps_.load(std::memory_order_relaxed)](Transport& transport) {
      Header header{.kind = Kind::fetch,
                    .handle = number,
                    .bytes = bytes,
                    .reference = reinterpret_cast<std::uint64_t>(what),
                    .event = step};
      if (bytes > max_body_bytes) {
        header.key = messenger_.next_key();
        messenger_.long_begins();
        transport.receive_long(to, header.key, {what->memory.get(), bytes}, static_cast<Operation*>(what));
      }
      send(transport, to, header);
    });
  }
  help([&] { return fetched->is_here.load(std::memory_order_seq_cst); });
  if (finds_writes_ && !fetched->checksum_as_fetched) fetched->checksum_as_fetched = fetched->checksum();
  return fetched->memory.get();
}

const HandleState* Exchange::written() const {
  for (const auto& [handle, fetched] : fetched_) {
    if (fetched->checksum_as_fetched && *fetched->checksum_as_fetched != fetched->checksum()) return handle;
  }
  return nullptr;
}

void Exchange::forget(const HandleState& handle) {
  const auto found = fetched_.find(&handle);
  if (found == fetched_.end()) return;
  forgotten_.push_back(std::move(found->second));
  fetched_.erase(found);
}

void Exchange::asked(Transport& transport, unsigned from, const Header& header) {
  if (steps_.load(std::memory_order_seq_cst) < header.event) {
    kept_.push_back({from, header});
  } else {
    answer(transport, from, header);
  }
}

void Exchange::answer(Transport& transport, unsigned to, const Header& question) {
  const HandleState* const handle = handles_.find(question.handle);
  const auto bytes = static_cast<std::size_t>(question.bytes);
  const std::span contents(static_cast<const std::byte*>(handle->data), bytes);
  if (bytes > max_body_bytes) {
    auto* const answer = new Answer;
    answer->messenger = &messenger_;
    messenger_.long_begins();
    transport.send_long(to, question.key, contents, static_cast<Operation*>(answer));
  } else {
    Header header = question;
    header.kind = Kind::fetched;
    send(transport, to, header, contents);
  }
}

void Exchange::answered(const Header& header, std::span<const std::byte> body) {
  Fetched& fetched = *reinterpret_cast<Fetched*>(header.reference);
  std::memcpy(fetched.memory.get(), body.data(), body.size());
  fetched.is_here.store(true, std::memory_order_seq_cst);
}

}  // namespace gusset::cluster
