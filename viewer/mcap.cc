#include "mcap.h"

#include <cmath>

#include "bytes.h"

namespace thew::viewer {

namespace {

constexpr std::string_view kMagic("\x89MCAP0\r\n", 8);

enum Opcode : std::uint8_t {
  kHeader = 1,
  kFooter = 2,
  kSchema = 3,
  kChannel = 4,
  kMessage = 5,
  kStatistics = 11,
  kDataEnd = 15
};

void put_string(Writer& out, std::string_view text) {
  out.put(static_cast<std::uint32_t>(text.size()));
  out.put_text(text);
}

}  // namespace

McapWriter::McapWriter(std::ostream& out) : out_(out) {
  out_ << kMagic;
  written_ = kMagic.size();
  Writer header;
  put_string(header, "");
  put_string(header, "thew");
  record(kHeader, header.text());
}

void McapWriter::record(std::uint8_t opcode, const std::string& content) {
  Writer head;
  head.put(opcode);
  head.put(static_cast<std::uint64_t>(content.size()));
  out_ << head.text() << content;
  written_ += head.size() + content.size();
}

void McapWriter::describe(std::size_t index) {
  const Channel& channel = channels_[index];
  const auto id = static_cast<std::uint16_t>(index + 1);
  Writer schema;
  schema.put(id);
  put_string(schema, channel.schema_name);
  put_string(schema, "jsonschema");
  put_string(schema, channel.schema);
  record(kSchema, schema.text());
  Writer described;
  described.put(id);
  described.put(id);
  put_string(described, channel.topic);
  put_string(described, "json");
  described.put<std::uint32_t>(0);  // no more to say
  record(kChannel, described.text());
}

std::uint16_t McapWriter::add_channel(const std::string& topic, const std::string& schema_name,
                                      const std::string& schema) {
  channels_.push_back({topic, schema_name, schema, 0});
  describe(channels_.size() - 1);
  return static_cast<std::uint16_t>(channels_.size());
}

void McapWriter::write(std::uint16_t channel, double time, std::string_view message) {
  const auto stamp = static_cast<std::uint64_t>(std::llround(std::max(time, 0.0) * 1e9));
  if (sequence_ == 0) first_ = stamp;
  last_ = std::max(last_, stamp);
  Writer content;
  content.put(channel);
  content.put(sequence_++);
  content.put(stamp);
  content.put(stamp);
  content.put_text(message);
  record(kMessage, content.text());
  ++channels_[channel - 1u].messages;
}

std::string McapWriter::statistics() const {
  const auto count = static_cast<std::uint32_t>(channels_.size());
  Writer out;
  out.put<std::uint64_t>(sequence_);
  out.put(static_cast<std::uint16_t>(count));
  out.put(count);
  for (int none = 0; none < 3; ++none) out.put<std::uint32_t>(0);  // attachments, metadata, chunks
  out.put(first_);
  out.put(last_);
  out.put(count * 10);  // bytes of the map
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    out.put(static_cast<std::uint16_t>(i + 1));
    out.put(channels_[i].messages);
  }
  return out.text();
}

void McapWriter::finish() {
  Writer end;
  end.put<std::uint32_t>(0);  // no checksum
  record(kDataEnd, end.text());
  const std::uint64_t summary = written_;
  for (std::size_t i = 0; i < channels_.size(); ++i) describe(i);
  record(kStatistics, statistics());
  Writer footer;
  footer.put(summary);
  footer.put<std::uint64_t>(0);
  footer.put<std::uint32_t>(0);
  record(kFooter, footer.text());
  out_ << kMagic;
}

}  // namespace thew::viewer
