#include "http.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include <sys/random.h>

namespace thew::viewer {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// `localhost`, `127.0.0.1`, `[::1]` of `localhost:8080`...
std::string_view without_port(std::string_view host) {
  if (host.starts_with("[")) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

bool is_address(std::string_view name) {
  if (name.starts_with("[")) return true;
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_digit(c) || c == '.'; });
}

// A page elsewhere whose name leads to this machine (DNS rebinding) calls it by that name.
bool is_own_name(std::string_view host, const Access& access) {
  const std::string_view name = without_port(host);
  if (name == "localhost" || name == "127.0.0.1" || name == "[::1]") return true;
  if (std::find(access.names.begin(), access.names.end(), name) != access.names.end()) return true;
  return access.open && is_address(name);
}

bool same_origin(const Request& request) {
  return request.origin.empty() || request.origin == "http://" + std::string(request.host);
}

std::optional<Role> role_of(std::string_view token, const Access& access) {
  // Both are compared, whatever the first says.
  const bool control = equal_secrets(token, access.control_token);
  const bool view = equal_secrets(token, access.view_token);
  if (control) return Role::Control;
  if (view) return Role::View;
  return std::nullopt;
}

std::string_view bearer(std::string_view authorization) {
  constexpr std::string_view kPrefix = "Bearer ";
  return authorization.starts_with(kPrefix) ? authorization.substr(kPrefix.size()) : "";
}

// The token among `thew.1, token.SECRET`.
std::string_view protocol_token(std::string_view protocols) {
  constexpr std::string_view kPrefix = "token.";
  while (!protocols.empty()) {
    const std::size_t end = std::min(protocols.find(','), protocols.size());
    std::string_view one = protocols.substr(0, end);
    while (one.starts_with(" ")) one.remove_prefix(1);
    while (one.ends_with(" ")) one.remove_suffix(1);
    if (one.starts_with(kPrefix)) return one.substr(kPrefix.size());
    protocols.remove_prefix(std::min(end + 1, protocols.size()));
  }
  return "";
}

Route refuse(int status, const char* why) {
  Route route;
  route.status = status;
  route.text = why;
  return route;
}

// %41 -> A; what is malformed stays as it is.
std::string decode(std::string_view text) {
  std::string result;
  const auto value = [](char c) {
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && value(text[i + 1]) >= 0 &&
        value(text[i + 2]) >= 0) {
      result += static_cast<char>(16 * value(text[i + 1]) + value(text[i + 2]));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string main_of(std::string_view query) {
  constexpr std::string_view kName = "main=";
  return query.starts_with(kName) ? decode(query.substr(kName.size())) : "";
}

}  // namespace

std::string random_token() {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  unsigned char bytes[32];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    throw std::runtime_error("no random numbers to be had");
  std::string token;
  for (const unsigned char byte : bytes) token += kLetters[byte % 64];  // 6 bits each
  return token;
}

bool equal_secrets(std::string_view a, std::string_view b) {
  if (b.empty()) return false;
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const char other = i < a.size() ? a[i] : '\0';
    different |=
        static_cast<unsigned>(static_cast<unsigned char>(other) ^ static_cast<unsigned char>(b[i]));
  }
  return different == 0;
}

Route route(const Request& request, const Access& access) {
  if (!is_own_name(request.host, access)) return refuse(403, "this server is not called that");
  if (!same_origin(request)) return refuse(403, "requests of other pages are refused");
  const std::size_t mark = std::min(request.target.find('?'), request.target.size());
  const std::string_view path = request.target.substr(0, mark);
  const std::string_view query = request.target.substr(std::min(mark + 1, request.target.size()));
  const bool get = request.method == "GET";
  const auto role = role_of(bearer(request.authorization), access);
  Route found;
  found.status = 200;
  if (get && path == "/ws") {
    const auto socket_role = role_of(protocol_token(request.protocols), access);
    if (request.origin.empty()) return refuse(403, "a WebSocket needs an Origin");
    if (!socket_role) return refuse(401, "the token of the link is wrong or missing");
    found.kind = Route::Kind::Socket;
    found.role = *socket_role;
    return found;
  }
  if (get && path.starts_with("/model/")) {
    if (!role) return refuse(401, "the token of the link is wrong or missing");
    found.kind = Route::Kind::Model;
    found.path = path.substr(7);
    return found;
  }
  if (request.method == "POST" && path == "/drop") {
    if (!role) return refuse(401, "the token of the link is wrong or missing");
    if (*role != Role::Control) return refuse(403, "this link is for looking only");
    found.kind = Route::Kind::Drop;
    found.path = main_of(query);
    return found;
  }
  if (get) {
    // Files are looked up in a list by their whole names: no name leads anywhere else.
    found.kind = Route::Kind::Page;
    found.path = path == "/" ? "index.html"
                             : std::string(path.substr(std::min<std::size_t>(1, path.size())));
    if (found.path == "index.html" || find_page(found.path) != nullptr) return found;
  }
  return refuse(404, "there is nothing here");
}

const PageFile* find_page(std::string_view path) {
  static const std::vector<PageFile> files = page_files();
  for (const PageFile& file : files) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

const char* media_type(std::string_view path) {
  struct Type {
    std::string_view end;
    const char* type;
  };
  static constexpr Type kTypes[] = {{".html", "text/html; charset=utf-8"},
                                    {".js", "text/javascript; charset=utf-8"},
                                    {".css", "text/css; charset=utf-8"},
                                    {".svg", "image/svg+xml"},
                                    {".png", "image/png"},
                                    {".json", "application/json"},
                                    {".woff2", "font/woff2"},
                                    {".wasm", "application/wasm"}};
  for (const Type& type : kTypes) {
    if (path.ends_with(type.end)) return type.type;
  }
  return "application/octet-stream";
}

}  // namespace thew::viewer
