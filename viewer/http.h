#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session.h"

namespace thew::viewer {

/// Who may come in.
struct Access {
  std::string control_token, view_token;
  /// Names by which this server may be called, besides loopback addresses and localhost.
  std::vector<std::string> names;
  /// It listens to other machines: any address (not name) of this machine may be called.
  bool open = false;
};

/// 32 letters and digits from the system's source of random numbers.
std::string random_token();

/// Compares secrets in a time that does not tell where they differ.
bool equal_secrets(std::string_view a, std::string_view b);

/// What matters of a request.
struct Request {
  std::string_view method, target, host, origin, authorization, protocols;
};

/// What to answer, or what to do with a request that is allowed.
struct Route {
  enum class Kind { Answer, Page, Model, Drop, Socket };
  Kind kind = Kind::Answer;
  int status = 404;
  std::string text;        ///< Answer: why not
  std::string path;        ///< Page: of the file; Model: the hash; Drop: the model among them
  Role role = Role::View;  ///< Socket
};

/// Decides by the rules of PROTOCOL.md. Knows no sockets, so that all rules can be tested.
Route route(const Request& request, const Access& access);

/// A file of the page, compressed with gzip.
struct PageFile {
  std::string_view path;  ///< "index.html", "assets/..."
  std::string_view gzip;
};
/// nullptr where there is none.
const PageFile* find_page(std::string_view path);
/// Empty where the page was not built in: then a plain one takes its place.
std::vector<PageFile> page_files();

const char* media_type(std::string_view path);

}  // namespace thew::viewer
