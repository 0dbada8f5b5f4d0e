#include "io/read_model.h"

#include "io/mjcf/reader.h"
#include "io/urdf/reader.h"

namespace thew::io {

ReadModel read_model(xml::Session& session, const File& file, const std::string& name,
                     const std::filesystem::path& folder) {
  const xml::Document& document = session.open(name, file.text);
  const xml::Node root{&document, document.root()};
  if (root.name() == "mujoco") return mjcf::read_model(session, document, file, folder);
  if (root.name() == "robot") return urdf::read_model(session, document, file, folder);
  if (root.name().starts_with("xacro:")) urdf::fail_of_xacro(root);
  xml::fail(root,
            "the root element is <" + std::string(root.name()) + ">, expected <mujoco> or <robot>",
            "models are MJCF (<mujoco>) or URDF (<robot>)");
}

}  // namespace thew::io
