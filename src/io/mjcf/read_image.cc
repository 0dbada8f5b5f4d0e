// Height fields and textures, with their files.

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "io/file_name.h"
#include "io/image/height_field.h"
#include "io/image/texture.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

namespace {

const Element& element_of_asset(std::string_view name) {
  return *schema().find_child("asset")->element->find_child(name)->element;
}

}  // namespace

void Reader::read_height_field(const Node& node) {
  spec::HeightField field;
  start(node, field);
  read_attributes(node, element_of_asset("hfield"), &field);
  if (field.name.empty()) field.name = stem(field.file);
  if (field.name.empty()) fail(node, "a height field needs a name or a file");
  if (std::any_of(field.size.begin(), field.size.end(), [](double x) { return x <= 0; })) {
    fail_at(node, "size", "the four sizes must be positive");
  }
  if (field.file.empty()) {
    complete_heights(node, field);
  } else {
    read_heights(node, field);
  }
  model_.spec.hfields.push_back(std::move(field));
}

void Reader::read_heights(const Node& node, spec::HeightField& field) {
  if (node.has("elevation")) fail_at(node, "elevation", "the heights are given by the file");
  const fs::path path = asset_path(node, model_.spec.compilers[0].meshdir, field.file);
  field.located = true;
  if (!session_.options.read_assets) {
    field.file = written_path(path);
    return;
  }
  const File file = read_asset_file(node, path);
  try {
    image::Heights heights = image::read_heights(file.text, field.file, field.content_type,
                                                 session_.options.limits.pixels);
    field.nrow = heights.nrow;
    field.ncol = heights.ncol;
    field.elevation = std::move(heights.elevation);
  } catch (const base::Fault& fault) {
    throw Error({path.string(), 0, 0, node.label()}, fault.what, fault.hint);
  }
  field.file = written_path(path);
}

// Of the heights in the XML, the first row is that of the largest y.
void Reader::complete_heights(const Node& node, spec::HeightField& field) {
  if (field.nrow < 2 || field.ncol < 2) {
    fail(node, "a height field has at least 2 rows and 2 columns",
         node.has("nrow") ? "" : "give nrow and ncol, or a file");
  }
  const std::int64_t count = std::int64_t{field.nrow} * field.ncol;
  at(node, [&] {
    base::check_limit(count, session_.options.limits.pixels, "pixels",
                      "the height field has " + std::to_string(count) + " heights");
  });
  if (field.elevation.empty()) return;
  if (static_cast<std::int64_t>(field.elevation.size()) != count) {
    fail_at(node, "elevation", "there are not as many heights as rows times columns");
  }
  image::flip_rows(field.elevation, field.ncol);
}

void Reader::read_texture(const Node& node) {
  const int number = class_of(node, 0);
  spec::Texture& texture = model_.spec.textures.emplace_back(defaults(number).texture);
  start(node, texture);
  read_attributes(node, element_of_asset("texture"), &texture);
  if (texture.name.empty()) texture.name = stem(texture.file);
  const auto cells = static_cast<std::int64_t>(texture.gridsize[0]) * texture.gridsize[1];
  if (node.has("gridlayout") && static_cast<std::int64_t>(texture.gridlayout.size()) != cells) {
    fail_at(node, "gridlayout", "the layout has not as many letters as the grid has cells");
  }
  const spec::Compiler& compiler = model_.spec.compilers[0];
  std::string where;
  const auto read_file = [&](const std::string& file) {
    const fs::path path = asset_path(node, model_.spec.compilers[0].texturedir, file);
    where = path.string();
    return find_asset_file(path).text;
  };
  try {
    if (session_.options.read_assets && !image::is_by_reference(texture, compiler)) {
      image::load_texture(texture, read_file, session_.options.limits.pixels);
    }
  } catch (const base::Refusal& refusal) {
    throw Error({where, 0, 0, node.label()}, refusal.what, refusal.hint);
  } catch (const base::Fault& fault) {
    if (where.empty()) fail(node, fault.what, fault.hint);
    // Nothing that moves depends on a picture.
    session_.warnings.push_back(describe(node, "\"" + where + "\" is not shown: " + fault.what));
    image::stand_in(texture);
  }
  const auto locate = [&](std::string& file) {
    if (file.empty()) return;
    file = written_path(asset_path(node, model_.spec.compilers[0].texturedir, file));
  };
  texture.located = true;
  locate(texture.file);
  for (std::string& side : texture.cubefiles) locate(side);
}

}  // namespace thew::io::mjcf
