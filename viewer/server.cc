#include "server.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "bytes.h"

namespace thew::viewer {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Code = beast::error_code;
using HttpRequest = http::request<http::string_body>;

namespace {

class Socket;

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

constexpr std::string_view kPlainPage =
    "<!doctype html><meta charset=utf-8><title>Thew</title><p>The page of the viewer is not part "
    "of this build. "
    "The server runs; viewer/web holds the page.";

}  // namespace

// Everything that connections share. Used on the thread of `io` alone, but for what is marked.
struct Server::Parts : std::enable_shared_from_this<Server::Parts> {
  Parts(Access a, ServerLimits l, ServerEvents& e) : access(std::move(a)), limits(l), events(e) {}

  void accept();
  void with(int client, std::function<void(Socket&)> work);  // from any thread

  // What still waits when the server ends keeps connections, and they this: it must be let go.
  struct Context : asio::io_context {
    using asio::io_context::io_context;
    void forget() { shutdown(); }
  };
  Context io{1};
  tcp::acceptor acceptor{io};
  Access access;
  ServerLimits limits;
  ServerEvents& events;
  int port = 0;
  int connections = 0;
  int next_client = 1;
  bool stopping = false;
  std::map<int, std::shared_ptr<Socket>> sockets;
  std::map<std::string, std::shared_ptr<const std::string>> models;  // the present one and the last
  std::deque<std::string> model_order;
  std::thread thread;
};

namespace {

using Shared = std::shared_ptr<Server::Parts>;

// Counts an open connection as long as it lives.
class Counted {
 public:
  explicit Counted(Shared parts) : parts_(std::move(parts)) { ++parts_->connections; }
  ~Counted() { --parts_->connections; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  Shared parts_;
};

// A client: messages come in one by one, messages go out one by one.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(Shared parts, beast::tcp_stream stream, std::shared_ptr<Counted> counted, Role role)
      : parts_(std::move(parts)),
        counted_(std::move(counted)),
        stream_(std::move(stream)),
        role_(role),
        timer_(parts_->io) {}

  void accept(HttpRequest request) {
    beast::get_lowest_layer(stream_).expires_never();
    websocket::stream_base::timeout timeout =
        websocket::stream_base::timeout::suggested(beast::role_type::server);
    stream_.set_option(timeout);
    stream_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
      response.set(http::field::sec_websocket_protocol, "thew.1");
    }));
    stream_.read_message_max(parts_->limits.message);
    stream_.auto_fragment(false);
    stream_.async_accept(request, [self = shared_from_this()](Code error) {
      if (error) return;
      self->opened();
    });
  }

  void text(std::string message) { enqueue(std::move(message), false); }
  void frame(const Frame& frame) { enqueue(encoder_.encode(frame), true); }

  void close(websocket::close_code code, const std::string& reason) {
    if (closing_) return;
    closing_ = true;
    const websocket::close_reason why(
        code, beast::string_view(reason.data(), std::min<std::size_t>(reason.size(), 120)));
    if (!writing_) return end(why);
    // A client that does not read will not read the reason either; others read it behind what is
    // on its way.
    if (code == websocket::close_code::policy_error)
      return beast::get_lowest_layer(stream_).close();
    farewell_ = why;
  }

 private:
  void opened() {
    id_ = parts_->next_client++;
    parts_->sockets[id_] = shared_from_this();
    parts_->events.connected(id_, role_);
    read();
  }

  void end(const websocket::close_reason& why) {
    stream_.async_close(why, [self = shared_from_this()](Code) { self->gone(); });
  }

  void gone() {
    timer_.cancel();
    if (id_ == 0 || parts_->sockets.erase(id_) == 0) return;
    parts_->events.disconnected(id_);
  }

  void read() {
    if (reading_ || closing_) return;
    reading_ = true;
    stream_.async_read(buffer_, [self = shared_from_this()](Code error, std::size_t) {
      self->reading_ = false;
      if (error) return self->gone();
      self->received();
    });
  }

  // A client may send a few messages ahead of those that have been dealt with.
  void received() {
    constexpr int kAhead = 64;
    const auto now = std::chrono::steady_clock::now();
    if (now - second_ > std::chrono::seconds(1)) second_ = now, messages_ = 0;
    if (++messages_ > parts_->limits.messages_per_second) {
      return close(websocket::close_code::policy_error, "too many messages");
    }
    if (!stream_.got_text()) return close(websocket::close_code::unknown_data, "messages are text");
    std::string message = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    ++unanswered_;
    const std::weak_ptr<Socket> weak = shared_from_this();
    const std::weak_ptr<Server::Parts> parts = parts_;
    parts_->events.message(id_, std::move(message), [weak, parts] {
      // Only the thread of the server touches its connections.
      const Shared shared = parts.lock();
      if (!shared) return;
      asio::post(shared->io, [weak] {
        const auto self = weak.lock();
        if (self && self->unanswered_-- >= kAhead) self->read();
      });
    });
    if (unanswered_ < kAhead) read();
  }

  void enqueue(std::string message, bool binary) {
    if (closing_) return;
    waiting_ += message.size();
    if (waiting_ > parts_->limits.waiting) {
      return close(websocket::close_code::policy_error, "the client does not read");
    }
    queue_.emplace_back(std::move(message), binary);
    if (!writing_) write();
  }

  void write() {
    if (queue_.empty() || closing_) return;
    writing_ = true;
    watch();
    stream_.binary(queue_.front().second);
    stream_.async_write(asio::buffer(queue_.front().first),
                        [self = shared_from_this()](Code error, std::size_t) {
                          self->writing_ = false;
                          self->timer_.cancel();
                          if (error) return self->gone();
                          if (self->farewell_) return self->end(*self->farewell_);
                          self->waiting_ -= self->queue_.front().first.size();
                          self->queue_.pop_front();
                          self->write();
                        });
  }

  // A write that takes too long ends the connection.
  void watch() {
    timer_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(parts_->limits.patience)));
    timer_.async_wait([weak = weak_from_this()](Code error) {
      const auto self = weak.lock();
      if (!error && self && self->writing_) self->close(websocket::close_code::policy_error, "");
    });
  }

  Shared parts_;
  std::shared_ptr<Counted> counted_;
  websocket::stream<beast::tcp_stream> stream_;
  Role role_;
  asio::steady_timer timer_;
  int id_ = 0;
  beast::flat_buffer buffer_;
  std::deque<std::pair<std::string, bool>> queue_;
  std::size_t waiting_ = 0;
  bool reading_ = false, writing_ = false, closing_ = false;
  int unanswered_ = 0;
  int messages_ = 0;
  std::chrono::steady_clock::time_point second_{};
  FrameEncoder encoder_;
  std::optional<websocket::close_reason> farewell_;  // said when the present message is out
};

// A connection that asks for files, until it becomes a socket.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared parts, tcp::socket socket)
      : parts_(std::move(parts)),
        counted_(std::make_shared<Counted>(parts_)),
        stream_(std::move(socket)) {}

  void read_header() {
    constexpr std::size_t kMostHeader = 16 * 1024;
    parser_.emplace();
    parser_->header_limit(kMostHeader);
    parser_->body_limit(boost::none);  // set when it is known who asks
    stream_.expires_after(std::chrono::seconds(30));
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](Code error, std::size_t) {
                              if (error) return self->end();
                              self->decide();
                            });
  }

 private:
  using Response = http::response<http::string_body>;

  void decide() {
    const HttpRequest& request = parser_->get();
    const auto field = [&](http::field name) { return view(request[name]); };
    const Request asked{
        view(request.method_string()),     view(request.target()),
        field(http::field::host),          field(http::field::origin),
        field(http::field::authorization), field(http::field::sec_websocket_protocol)};
    const Route found = route(asked, parts_->access);
    switch (found.kind) {
      case Route::Kind::Answer:
        return answer(found.status, found.text);
      case Route::Kind::Page:
        return send_page(found.path);
      case Route::Kind::Model:
        return send_model(found.path);
      case Route::Kind::Drop:
        return read_drop_body(found.path);
      case Route::Kind::Socket:
        return upgrade(found.role);
    }
  }

  void upgrade(Role role) {
    if (!websocket::is_upgrade(parser_->get())) return answer(426, "this address is a WebSocket");
    if (static_cast<int>(parts_->sockets.size()) >= parts_->limits.clients) {
      return answer(503, "there are too many viewers");
    }
    std::make_shared<Socket>(parts_, std::move(stream_), counted_, role)
        ->accept(parser_->release());
  }

  void read_drop_body(const std::string& main) {
    const auto length = parser_->content_length();
    if (!length || *length > parts_->limits.drop) return answer(413, "the files are too large");
    parser_->body_limit(parts_->limits.drop);
    stream_.expires_after(std::chrono::seconds(120));
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this(), main](Code error, std::size_t) {
                       if (error) return self->end();
                       try {
                         self->parts_->events.dropped(read_drop(self->parser_->get().body()), main);
                         self->answer(202, R"({"accepted":true})");
                       } catch (const Error& bad) {
                         self->answer(400, bad.fault());
                       }
                     });
  }

  Response make(int status, const char* type) {
    Response response{static_cast<http::status>(status), 11};
    response.set(http::field::server, "thew");
    response.set(http::field::content_type, type);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    return response;
  }

  void answer(int status, const std::string& text) {
    Response response = make(status, "text/plain; charset=utf-8");
    response.set(http::field::cache_control, "no-store");
    response.body() = text + "\n";
    // What came behind the header was not read: the connection is of no more use.
    response.keep_alive(status < 400 && parser_->is_done());
    send(std::move(response));
  }

  void send_page(const std::string& path) {
    const PageFile* file = find_page(path);
    Response response = make(200, media_type(path));
    if (file != nullptr) {
      response.set(http::field::content_encoding, "gzip");
      response.body() = std::string(file->gzip);
    } else {
      response.body() = std::string(kPlainPage);
    }
    const bool index = path == "index.html";
    response.set(http::field::cache_control,
                 index ? "no-cache" : "public, max-age=31536000, immutable");
    if (index) {
      const std::string host(parser_->get()[http::field::host]);
      response.set(
          "Content-Security-Policy",
          "default-src 'self' 'unsafe-inline' blob: data:; connect-src 'self' blob: data: ws://" +
              host +
              "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'");
      const std::string tag = "\"" + content_hash(response.body()) + "\"";
      response.set(http::field::etag, tag);
      if (parser_->get()[http::field::if_none_match] == tag) {
        response.result(http::status::not_modified);
        response.body().clear();
      }
    }
    response.keep_alive(true);
    send(std::move(response));
  }

  void send_model(const std::string& hash) {
    const auto found = parts_->models.find(hash);
    if (found == parts_->models.end()) return answer(404, "this model is not served any more");
    Response response = make(200, "application/octet-stream");
    response.set(http::field::cache_control, "private, max-age=31536000, immutable");
    response.set(http::field::etag, "\"" + hash + "\"");
    response.body() = *found->second;
    response.keep_alive(true);
    send(std::move(response));
  }

  void send(Response made) {
    made.prepare_payload();
    if (!parser_->keep_alive()) made.keep_alive(false);
    auto response = std::make_shared<Response>(std::move(made));
    stream_.expires_after(std::chrono::seconds(120));
    http::async_write(stream_, *response,
                      [self = shared_from_this(), response](Code error, std::size_t) {
                        if (error || !response->keep_alive()) return self->end();
                        self->read_header();
                      });
  }

  void end() {
    Code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  Shared parts_;
  std::shared_ptr<Counted> counted_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
};

}  // namespace

void Server::Parts::accept() {
  acceptor.async_accept([self = shared_from_this()](Code error, tcp::socket socket) {
    if (self->stopping) return;
    if (!error && self->connections < self->limits.connections) {
      Code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Connection>(self, std::move(socket))->read_header();
    }
    if (error) {
      // Out of file descriptors: others must end first.
      auto timer = std::make_shared<asio::steady_timer>(self->io, std::chrono::milliseconds(100));
      timer->async_wait([self, timer](Code) { self->accept(); });
      return;
    }
    self->accept();
  });
}

void Server::Parts::with(int client, std::function<void(Socket&)> work) {
  asio::post(io, [self = shared_from_this(), client, work = std::move(work)] {
    const auto found = self->sockets.find(client);
    if (found == self->sockets.end()) return;
    const std::shared_ptr<Socket> socket = found->second;  // it may leave the list meanwhile
    work(*socket);
  });
}

Server::Server(const std::string& host, int port, Access access, ServerLimits limits,
               ServerEvents& events)
    : parts_(std::make_shared<Parts>(std::move(access), limits, events)) {
  constexpr int kTried = 100;
  Code error;
  auto address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
  if (error) {
    tcp::resolver resolver(parts_->io);
    const auto found = resolver.resolve(host, "", error);
    if (error || found.empty())
      throw std::runtime_error("--host: no address is known for \"" + host + "\"");
    address = found.begin()->endpoint().address();
  }
  for (int offset = 0; offset < kTried; ++offset) {
    const int wanted = port == 0 ? 0 : port + offset;
    if (wanted > 65535) break;
    const tcp::endpoint endpoint(address, static_cast<unsigned short>(wanted));
    parts_->acceptor = tcp::acceptor(parts_->io);
    parts_->acceptor.open(endpoint.protocol(), error);
    if (!error) parts_->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) parts_->acceptor.bind(endpoint, error);
    if (!error) parts_->acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) {
      parts_->port = parts_->acceptor.local_endpoint().port();
      return;
    }
    if (error != asio::error::address_in_use) break;
  }
  throw std::runtime_error("cannot listen at " + host + ":" + std::to_string(port) + ": " +
                           error.message());
}

Server::~Server() {
  stop("the server ended");
}

int Server::port() const {
  return parts_->port;
}

void Server::start() {
  asio::post(parts_->io, [parts = parts_] { parts->accept(); });
  parts_->thread = std::thread([parts = parts_.get()] {
    const auto work = asio::make_work_guard(parts->io);
    parts->io.run();
  });
}

void Server::stop(const std::string& reason) {
  if (!parts_->thread.joinable()) return;
  asio::post(parts_->io, [parts = parts_, reason] {
    parts->stopping = true;
    Code ignored;
    parts->acceptor.close(ignored);
    const auto sockets = parts->sockets;
    for (const auto& [id, socket] : sockets)
      socket->close(websocket::close_code::going_away, reason);
    auto timer = std::make_shared<asio::steady_timer>(parts->io, std::chrono::milliseconds(200));
    timer->async_wait([parts, timer](Code) { parts->io.stop(); });
  });
  parts_->thread.join();
  parts_->sockets.clear();
  parts_->io.forget();
}

void Server::send(int client, std::string text) {
  parts_->with(client,
               [text = std::move(text)](Socket& socket) mutable { socket.text(std::move(text)); });
}

void Server::send(int client, Frame frame) {
  auto shared = std::make_shared<Frame>(std::move(frame));
  parts_->with(client, [shared](Socket& socket) { socket.frame(*shared); });
}

void Server::publish(const std::string& hash, std::shared_ptr<const std::string> blob) {
  asio::post(parts_->io, [parts = parts_, hash, blob = std::move(blob)] {
    constexpr std::size_t kKept = 2;
    if (parts->models.count(hash) != 0) return;
    parts->models[hash] = blob;
    parts->model_order.push_back(hash);
    if (parts->model_order.size() <= kKept) return;
    parts->models.erase(parts->model_order.front());
    parts->model_order.pop_front();
  });
}

}  // namespace thew::viewer
