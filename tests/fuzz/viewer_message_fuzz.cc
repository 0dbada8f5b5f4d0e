// Whatever a client sends, a session answers and goes on. The first byte chooses what the rest is:
// messages, one per line, a request, or the body of a drop.
#include <cstdint>
#include <memory>
#include <string_view>

#include <thew/load.h>

#include "http.h"
#include "session.h"

namespace {

using namespace thew;
using namespace thew::viewer;

class Nowhere : public Outbox {
 public:
  void text(int, std::string) override {}
  void frame(int, Frame frame) override { bytes += encoder.encode(frame).size(); }
  void publish(const std::string&, std::shared_ptr<const std::string>) override {}
  FrameEncoder encoder;
  std::size_t bytes = 0;
};

const Loaded& model() {
  static const Loaded loaded = [] {
    Source source;
    source.name = "fuzz";
    source.text =
        R"(<mujoco model="fuzz"><worldbody><geom name="floor" type="plane" size="1 1 1"/><body name="ball" pos="0 0 0.2">
      <freejoint name="free"/><geom name="ball" size="0.1"/><body pos="0.2 0 0"><joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" size="0.02 0.1"/></body></body><body name="ghost" mocap="true"/></worldbody>
      <actuator><motor name="motor" joint="hinge"/></actuator><sensor><jointpos name="angle" joint="hinge"/></sensor>
      <keyframe><key name="home" qpos="0 0 0.3 1 0 0 0 0"/></keyframe></mujoco>)";
    return load(source);
  }();
  return loaded;
}

void talk(std::string_view text) {
  Nowhere outbox;
  SessionOptions options;
  options.memory = 1 << 20;
  Session session(model(), options, outbox);
  session.connect(1, Role::Control);
  session.connect(2, Role::View);
  double now = 1;
  int lines = 0;
  while (!text.empty() && ++lines <= 20) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    session.receive(1, text.substr(0, end));
    session.receive(2, text.substr(0, end));
    session.tick(now += 0.02);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: {
      const Access access{"control", "view", {"name"}, (data[0] & 4) != 0};
      const std::size_t half = text.size() / 2;
      route({"GET", text, "localhost", "http://localhost", text, text}, access);
      route({"POST", text.substr(0, half), text.substr(half), text, "Bearer control", ""}, access);
      break;
    }
    case 1:
      try {
        main_file(read_drop(text), "");
      } catch (const Error&) {
      }
      break;
    default:
      talk(text);
  }
  return 0;
}
