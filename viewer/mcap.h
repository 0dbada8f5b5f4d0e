#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace thew::viewer {

/// Writes MCAP, the container that Foxglove and others read (mcap.dev): channels of messages with
/// time stamps, here JSON with a JSON schema each.
class McapWriter {
 public:
  explicit McapWriter(std::ostream& out);

  /// The number of a new channel. Foxglove knows what to draw by the name of the schema.
  std::uint16_t add_channel(const std::string& topic, const std::string& schema_name,
                            const std::string& schema);
  /// `time` in seconds.
  void write(std::uint16_t channel, double time, std::string_view message);
  /// The summary; nothing may be written after it.
  void finish();

 private:
  struct Channel {
    std::string topic, schema_name, schema;
    std::uint64_t messages = 0;
  };
  void record(std::uint8_t opcode, const std::string& content);
  void describe(std::size_t channel);
  std::string statistics() const;

  std::ostream& out_;
  std::uint64_t written_ = 0;
  std::vector<Channel> channels_;
  std::uint32_t sequence_ = 0;
  std::uint64_t first_ = 0, last_ = 0;  // [ns]
};

}  // namespace thew::viewer
