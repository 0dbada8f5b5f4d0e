#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "mailbox.h"
#include "server.h"
#include "session.h"

namespace thew::viewer {

struct ViewerOptions {
  std::string host = "127.0.0.1";
  int port = 8012;     ///< the first that is tried; 0: any
  bool watch = false;  ///< reload when files beside the model change
  SessionOptions session;
  ServerLimits limits;
};

/// A session, a server, and the threads that run them.
class Viewer : public Outbox, public ServerEvents {
 public:
  /// Listens, and waits for viewers. Throws std::runtime_error where it cannot.
  Viewer(Loaded loaded, Source source, ViewerOptions options);
  ~Viewer() override;

  int port() const { return server_.port(); }
  std::string control_link() const { return link(access_.control_token); }
  std::string view_link() const { return link(access_.view_token); }
  /// How many are connected.
  int clients() const { return clients_; }

  /// While it is held the session does nothing: neither steps nor draws.
  void lock() { busy_.lock(); }
  void unlock() { busy_.unlock(); }
  /// The model it began with.
  const std::shared_ptr<const Model>& model() const { return model_; }

  /// Runs something on the session's thread.
  void post(Mailbox::Task task) { mailbox_.post(std::move(task)); }
  /// What it runs; only while lock() is held, or after close().
  Session& session() { return *session_; }
  /// Ends everything; viewers are told.
  void close(const std::string& reason = "the viewer was closed");
  bool is_running() const { return !stopping_; }

 private:
  void text(int client, std::string message) override { server_.send(client, std::move(message)); }
  void frame(int client, Frame frame) override { server_.send(client, std::move(frame)); }
  void publish(const std::string& hash, std::shared_ptr<const std::string> blob) override {
    server_.publish(hash, std::move(blob));
  }
  void connected(int client, Role role) override;
  void disconnected(int client) override;
  void message(int client, std::string text, std::function<void()> done) override;
  void dropped(Files files, std::string main) override;

  std::string link(const std::string& token) const;
  void run();
  void watch_files(const std::string& path);

  ViewerOptions options_;
  Access access_;
  Mailbox mailbox_;
  Server server_;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> clients_ = 0;
  std::unique_ptr<Session> session_;
  std::shared_ptr<const Model> model_;
  std::recursive_mutex busy_;
  std::thread simulation_, watcher_;
};

/// Opens a link in the browser of the user, where there is one; false where there is none.
bool open_browser(const std::string& link);

}  // namespace thew::viewer
