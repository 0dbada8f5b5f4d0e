// Who is let in, and to what; what is dropped.
#include "http.h"

#include <cstring>

#include <gtest/gtest.h>

#include "library.h"

namespace thew::viewer {
namespace {

const Access kAccess{"control-secret", "view-secret", {}, false};

Request get(std::string_view target) {
  return {"GET", target, "127.0.0.1:8012", "", "", ""};
}

TEST(Http, PageNeedsNoTokenAndIsFoundByItsWholeNameAlone) {
  EXPECT_EQ(route(get("/"), kAccess).kind, Route::Kind::Page);
  for (const char* path :
       {"/../etc/passwd", "/assets/../../etc/passwd", "//etc/passwd", "/%2e%2e/etc/passwd",
        "/index.html/..", "/etc/passwd", "", "index.html", "/assets/", "/model"}) {
    if (std::string_view(path) == "index.html") continue;
    const Route found = route(get(path), kAccess);
    EXPECT_EQ(found.kind, Route::Kind::Answer) << path;
    EXPECT_EQ(found.status, 404) << path;
  }
}

TEST(Http, ModelsNeedAToken) {
  Request request = get("/model/0123");
  EXPECT_EQ(route(request, kAccess).status, 401);
  request.authorization = "Bearer view-secre";
  EXPECT_EQ(route(request, kAccess).status, 401);
  request.authorization = "Bearer view-secret";
  EXPECT_EQ(route(request, kAccess).kind, Route::Kind::Model);
  EXPECT_EQ(route(request, kAccess).path, "0123");
}

TEST(Http, OnlyThoseInControlDrop) {
  Request request{"POST", "/drop?main=a%20b.xml", "localhost:8012", "", "Bearer view-secret", ""};
  EXPECT_EQ(route(request, kAccess).status, 403);
  request.authorization = "Bearer control-secret";
  EXPECT_EQ(route(request, kAccess).kind, Route::Kind::Drop);
  EXPECT_EQ(route(request, kAccess).path, "a b.xml");
}

TEST(Http, SocketsNeedTokenAndOrigin) {
  Request request = get("/ws");
  request.protocols = "thew.1, token.control-secret";
  EXPECT_EQ(route(request, kAccess).status, 403);  // no Origin
  request.origin = "http://127.0.0.1:8012";
  EXPECT_EQ(route(request, kAccess).kind, Route::Kind::Socket);
  EXPECT_EQ(route(request, kAccess).role, Role::Control);
  request.protocols = "token.view-secret";
  EXPECT_EQ(route(request, kAccess).role, Role::View);
  for (const char* origin :
       {"http://evil.example", "http://127.0.0.1:8013", "null", "https://127.0.0.1:8012"}) {
    request.origin = origin;
    EXPECT_EQ(route(request, kAccess).status, 403) << origin;
  }
  request.origin = "http://127.0.0.1:8012";
  for (const char* protocols :
       {"", "token.", "token.control-secre", "token.control-secret2", "control-secret"}) {
    request.protocols = protocols;
    EXPECT_EQ(route(request, kAccess).status, 401) << protocols;
  }
}

TEST(Http, NamesThatLeadHereFromElsewhereAreRefused) {
  for (const char* host :
       {"evil.example:8012", "", "127.0.0.1.evil.example", "10.0.0.1:8012", "[::2]:8012"}) {
    Request request = get("/");
    request.host = host;
    EXPECT_EQ(route(request, kAccess).status, 403) << host;
  }
  for (const char* host : {"localhost:9000", "127.0.0.1:1", "[::1]:8012", "localhost"}) {
    Request request = get("/");
    request.host = host;
    EXPECT_EQ(route(request, kAccess).kind, Route::Kind::Page) << host;
  }
  Access open = kAccess;
  open.open = true;
  Request request = get("/");
  request.host = "10.0.0.1:8012";
  EXPECT_EQ(route(request, open).kind, Route::Kind::Page);
  request.host = "evil.example:8012";
  EXPECT_EQ(route(request, open).status, 403);
}

TEST(Http, SecretsAreComparedWhole) {
  EXPECT_TRUE(equal_secrets("abc", "abc"));
  EXPECT_FALSE(equal_secrets("abd", "abc"));
  EXPECT_FALSE(equal_secrets("ab", "abc"));
  EXPECT_FALSE(equal_secrets("abcd", "abc"));
  EXPECT_FALSE(equal_secrets("", ""));
  EXPECT_NE(random_token(), random_token());
  EXPECT_EQ(random_token().size(), 32u);
}

std::string drop_of(const std::string& json, const std::string& rest) {
  const auto length = static_cast<std::uint32_t>(json.size());
  std::string body(4, '\0');
  std::memcpy(body.data(), &length, 4);
  return body + json + rest;
}

TEST(Drop, FilesAreReadAndTheModelAmongThemIsFound) {
  const Files files = read_drop(
      drop_of(R"([{"path":"r/part.xml","bytes":3},{"path":"r/scene.xml","bytes":2}])", "abcde"));
  EXPECT_EQ(files.at("r/part.xml"), "abc");
  EXPECT_EQ(files.at("r/scene.xml"), "de");
  EXPECT_EQ(main_file(files, ""), "r/scene.xml");
  EXPECT_EQ(main_file(files, "r/part.xml"), "r/part.xml");
  EXPECT_THROW(main_file(files, "x.xml"), Error);
  EXPECT_EQ(main_file({{"a.xml", "<include file='b.xml'/>"}, {"b.xml", ""}, {"c.obj", ""}}, ""),
            "a.xml");
  EXPECT_THROW(main_file({{"c.obj", ""}}, ""), Error);
}

TEST(Drop, MalformedOnesAreRefused) {
  for (const std::string& body :
       {std::string(), std::string("\xff\xff\xff\xff", 4), drop_of("{}", ""), drop_of("[]", ""),
        drop_of("[1]", ""), drop_of(R"([{"path":"a","bytes":5}])", "abc"),
        drop_of(R"([{"path":"../a","bytes":0}])", ""),
        drop_of(R"([{"path":"/etc/a","bytes":0}])", ""),
        drop_of(R"([{"path":"a/../../b","bytes":0}])", ""),
        drop_of(R"([{"path":"a","bytes":-1}])", ""),
        drop_of(R"([{"path":"a\\..\\b","bytes":0}])", ""),
        drop_of(R"([{"path":"a","bytes":18446744073709551615}])", "")}) {
    EXPECT_THROW(read_drop(body), Error);
  }
}

}  // namespace
}  // namespace thew::viewer
