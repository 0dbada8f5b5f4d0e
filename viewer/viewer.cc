#include "viewer.h"

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <sys/wait.h>

extern char** environ;

namespace thew::viewer {

namespace {

double clock_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Access make_access(const std::string& host) {
  Access access;
  access.control_token = random_token();
  access.view_token = random_token();
  access.open = host != "127.0.0.1" && host != "localhost" && host != "::1";
  if (!access.open) return access;
  access.names.push_back(host);
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) == 0) access.names.emplace_back(name);
  return access;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && value[0] != '\0';
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return false;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, end)) + "/" + program;
    if (access(file.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace

Viewer::Viewer(Loaded loaded, Source source, ViewerOptions options)
    : options_(std::move(options)),
      access_(make_access(options_.host)),
      server_(options_.host, options_.port, access_, options_.limits, *this) {
  model_ = loaded.model;
  session_ = std::make_unique<Session>(std::move(loaded), options_.session, *this);
  const std::string path = source.kind == Source::Kind::File && options_.watch ? source.name : "";
  session_->set_source(std::move(source));
  server_.start();
  simulation_ = std::thread([this] { run(); });
  if (!path.empty()) watcher_ = std::thread([this, path] { watch_files(path); });
}

Viewer::~Viewer() {
  close();
}

void Viewer::close(const std::string& reason) {
  if (stopping_.exchange(true)) return;
  mailbox_.post([](Session&) {});
  simulation_.join();
  if (watcher_.joinable()) watcher_.join();
  server_.stop(reason);
}

std::string Viewer::link(const std::string& token) const {
  const bool any = options_.host == "0.0.0.0" || options_.host == "::";
  std::string host = any ? access_.names.back() : options_.host;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(port()) + "/#" + token;
}

void Viewer::run() {
  double wait = 0;
  while (!stopping_) {
    const std::vector<Mailbox::Task> tasks = mailbox_.take(wait);
    const std::lock_guard busy(busy_);
    for (const Mailbox::Task& task : tasks) task(*session_);
    wait = session_->tick(clock_now());
  }
}

void Viewer::watch_files(const std::string& path) {
  FileWatch watch(path);
  while (!stopping_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (watch.changed()) mailbox_.post([](Session& session) { session.reload(); });
  }
}

void Viewer::connected(int client, Role role) {
  ++clients_;
  mailbox_.post([client, role](Session& session) { session.connect(client, role); });
}

void Viewer::disconnected(int client) {
  --clients_;
  mailbox_.post([client](Session& session) { session.disconnect(client); });
}

void Viewer::message(int client, std::string text, std::function<void()> done) {
  mailbox_.post([client, text = std::move(text), done = std::move(done)](Session& session) {
    session.receive(client, text);
    done();
  });
}

void Viewer::dropped(Files files, std::string main) {
  mailbox_.post([files = std::move(files), main = std::move(main)](Session& session) {
    session.drop(files, main);
  });
}

bool open_browser(const std::string& link) {
  // Without a display, or at the far end of an SSH connection, nobody would see it.
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  if (is_set("SSH_CONNECTION") && !is_set("WAYLAND_DISPLAY")) return false;
  if (!on_path("xdg-open")) return false;
  std::string program = "xdg-open", argument = link;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &quiet, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&quiet);
  if (failed != 0) return false;
  std::thread([child] { waitpid(child, nullptr, 0); }).detach();
  return true;
}

}  // namespace thew::viewer
