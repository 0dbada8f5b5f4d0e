// The server and its threads, with clients that connect, misbehave and leave at once: for the
// sanitizers, which see both sides here.
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "viewer.h"

namespace thew::viewer {
namespace {

// A connection that sends what it is told, good or bad.
class Wire {
 public:
  explicit Wire(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience = {20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Wire() { ::close(socket_); }
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  void send(const std::string& bytes) const {
    if (connected_) ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  /// Reads on until the text was seen; false where the other side ends or is silent.
  bool reads(const std::string& text) {
    std::array<char, 4096> part;
    while (seen_.find(text) == std::string::npos) {
      const ssize_t count = ::recv(socket_, part.data(), part.size(), 0);
      if (count <= 0) return false;
      seen_.append(part.data(), static_cast<std::size_t>(count));
    }
    return true;
  }
  void ask_for_websocket(int port, const std::string& token) const {
    const std::string host = "127.0.0.1:" + std::to_string(port);
    send("GET /ws HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
         "Sec-WebSocket-Protocol: thew.1, token." +
         token + "\r\n\r\n");
  }
  /// A text message, with the mask 0 that clients must give.
  void say(const std::string& text) const {
    std::string frame = {'\x81', static_cast<char>(0x80 | text.size())};
    ASSERT_LT(text.size(), 126u);
    send(frame + std::string(4, '\0') + text);
  }

 private:
  int socket_;
  bool connected_ = false;
  std::string seen_;
};

class ServerTest : public testing::Test {
 protected:
  static ViewerOptions any_port() {
    ViewerOptions options;
    options.port = 0;
    return options;
  }
  static Source pendulum() {
    Source source;
    source.kind = Source::Kind::File;
    source.name = std::string(THEW_ROOT) + "/models/pendulum.xml";
    return source;
  }
  std::string token() const {
    return viewer.control_link().substr(viewer.control_link().find('#') + 1);
  }

  Viewer viewer{load(pendulum()), pendulum(), any_port()};
};

TEST_F(ServerTest, AnswersAndRefuses) {
  Wire stranger(viewer.port());
  stranger.ask_for_websocket(viewer.port(), "wrong");
  EXPECT_TRUE(stranger.reads("401"));
  Wire client(viewer.port());
  client.ask_for_websocket(viewer.port(), token());
  ASSERT_TRUE(client.reads(R"("hello")"));
  client.say("{ this is no JSON");
  EXPECT_TRUE(client.reads("refused"));
  client.say(R"({"type":"ping","id":7})");
  EXPECT_TRUE(client.reads(R"("id":7)"));
}

TEST_F(ServerTest, AHundredClientsThatTalkNonsenseHoldUpNobody) {
  constexpr const char* kNonsense[] = {
      "{",
      "null",
      R"({"type":1})",
      R"({"type":"step","count":1e300})",
      R"({"type":"ack","frame":4000000000})",
      R"({"type":"view","flags":{"99":1}})",
      R"({"type":"select","kind":"geom","index":100000})",
      R"({"type":"set","field":"ctrl","index":1e9,"value":[]})",
      R"({"type":"plot","signals":["qpos[99999999999999999999]"]})",
      R"({"type":"panel","part":-1,"value":{}})"};
  std::vector<std::unique_ptr<Wire>> crowd;
  for (int i = 0; i < 100; ++i) {
    crowd.push_back(std::make_unique<Wire>(viewer.port()));
    crowd.back()->ask_for_websocket(viewer.port(), token());
  }
  for (const auto& client : crowd) ASSERT_TRUE(client->reads(R"("hello")"));
  EXPECT_EQ(viewer.clients(), 100);
  // From here on nobody reads, so that frames and answers are left lying.
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      crowd[i]->say(kNonsense[(i + static_cast<std::size_t>(round)) % std::size(kNonsense)]);
    }
  }
  crowd[0]->say(R"({"type":"ping","id":7})");
  EXPECT_TRUE(crowd[0]->reads(R"("id":7)"));
  EXPECT_TRUE(crowd[99]->reads("refused"));
  crowd.clear();
  Wire last(viewer.port());
  last.ask_for_websocket(viewer.port(), token());
  EXPECT_TRUE(last.reads(R"("hello")"));
}

TEST_F(ServerTest, ClientsComeAndGoWhileItRunsAndIsClosed) {
  std::atomic<int> greeted = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5; ++round) {
        Wire client(viewer.port());
        client.ask_for_websocket(viewer.port(), token());
        if (round == i) continue;  // leaves before it is let in
        if (client.reads(R"("hello")")) ++greeted;
        client.say(R"({"type":"play"})");
        client.say(R"({"type":"view","rate":120})");
        client.say("]");
        if (round % 2 == 0) client.reads("refused");
        if (round == 3) client.send("\xff\xff nonsense");
      }
    });
  }
  for (int i = 0; i < 20; ++i) {
    viewer.lock();
    viewer.unlock();
    viewer.post([](Session&) {});
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(greeted, 16);
  Wire last(viewer.port());
  last.ask_for_websocket(viewer.port(), token());
  ASSERT_TRUE(last.reads(R"("hello")"));
  viewer.close("enough");
  EXPECT_TRUE(last.reads("enough"));
  EXPECT_FALSE(viewer.is_running());
}

}  // namespace
}  // namespace thew::viewer
