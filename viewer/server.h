#pragma once

#include <functional>
#include <memory>
#include <string>

#include "frame.h"
#include "http.h"
#include "library.h"

namespace thew::viewer {

/// Limits of what strangers can make a server do.
struct ServerLimits {
  std::size_t message = std::size_t{1} << 20;  ///< bytes of a WebSocket message
  std::size_t drop = std::size_t{256} << 20;   ///< bytes of dropped files
  int clients = 128;
  int connections = 300;                        ///< those that only ask for files included
  int messages_per_second = 600;                ///< of one client
  std::size_t waiting = std::size_t{16} << 20;  ///< bytes that wait for one client to read them
  double patience = 30;                         ///< s that a client may take to read a message
};

/// What happens at the network; called on the server's own thread.
class ServerEvents {
 public:
  virtual ~ServerEvents() = default;
  virtual void connected(int client, Role role) = 0;
  virtual void disconnected(int client) = 0;
  /// `done` is to be called, on any thread, when the message has been dealt with.
  virtual void message(int client, std::string text, std::function<void()> done) = 0;
  virtual void dropped(Files files, std::string main) = 0;
};

/// HTTP and WebSocket on one port, on a thread of its own.
class Server {
 public:
  /// Listens at the first free port from `port` on (0: any). Throws std::runtime_error where there
  /// is none.
  Server(const std::string& host, int port, Access access, ServerLimits limits,
         ServerEvents& events);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  void start();
  /// Tells clients why, and ends.
  void stop(const std::string& reason);

  // From any thread.
  void send(int client, std::string text);
  void send(int client, Frame frame);
  void publish(const std::string& hash, std::shared_ptr<const std::string> blob);

  struct Parts;

 private:
  std::shared_ptr<Parts> parts_;
};

}  // namespace thew::viewer
