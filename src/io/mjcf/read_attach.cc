// <replicate>, <attach> and <asset><model>: what is written there, for spec/ to carry out.

#include <algorithm>
#include <utility>

#include <thew/nearest.h>

#include "io/mjcf/conflicts.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"
#include "spec/copy.h"

namespace thew::io::mjcf {

void Reader::read_replicate(const Node& node, const Place& place) {
  static const Element& element =
      *schema().find_child("worldbody")->element->find_child("replicate")->element;
  ReplicateText replicate;
  read_attributes(node, element, &replicate);
  const int number = replicate.childclass.empty()
                         ? place.defaults
                         : find_class(node, "childclass", replicate.childclass);
  // The contents are read once, into a part of their own.
  spec::Body part;
  part.frames.emplace_back().source = node.source();
  const std::size_t left_out = model_.left_out.size();
  read_children(node, {part, 0, number, place.is_world, true});
  at(node, [&] {
    spec::replicate(model_, relations_, part, left_out, replicate, {place.body, place.frame},
                    session_);
  });
}

void Reader::read_model_asset(const Node& node) {
  static const Element& element =
      *schema().find_child("asset")->element->find_child("model")->element;
  ModelAsset asset;
  read_attributes(node, element, &asset);
  std::optional<File> file;
  try {
    file = session_.files.read(folder_ / asset.file);
    if (!file) file = session_.files.read(asset.file);
  } catch (const base::Fault& fault) {
    fail_at(node, "file", fault.what, fault.hint);
  }
  if (!file) fail_at(node, "file", "file \"" + asset.file + "\" was not found");
  auto& models = session_.models;
  if (std::find(models.begin(), models.end(), file->path) != models.end()) {
    fail_at(node, "file", "\"" + asset.file + "\" attaches itself");
  }
  models.push_back(file->path);
  ReadModel model = io::read_model(session_, *file, file->path.string(),
                                   (written_folder_ / asset.file).parent_path());
  models.pop_back();
  auto origin = std::make_shared<spec::Origin>();
  origin->model = std::move(model);
  origin->size = spec::size_of(origin->model.spec);
  if (!asset.name.empty()) origin->model.spec.modelname = asset.name;
  const std::string name = origin->model.spec.modelname;
  if (!models_.emplace(name, std::move(origin)).second)
    fail(node, "model \"" + name + "\" exists already");
}

void Reader::read_attach(const Node& node, const Place& place) {
  static const Element& element =
      *schema().find_child("worldbody")->element->find_child("attach")->element;
  AttachText attach;
  read_attributes(node, element, &attach);
  const spec::Spot spot = {place.body, place.frame};
  if (!node.has("model")) {
    at(node, [&] { spec::attach_own(model_, relations_, attach, spot, session_); });
    return;
  }
  spec::Origin& origin = find_origin(node, attach.model);
  at(node, [&] {
    if (origin.compiler < 0) {
      for (const std::string& warning : resolve_conflicts(model_.spec, origin.model.spec)) {
        session_.warnings.push_back(describe(node, warning));
      }
    }
    spec::attach_other(model_, origin, attach, spot, session_);
  });
  index_classes();
}

spec::Origin& Reader::find_origin(const Node& node, const std::string& name) {
  const auto entry = models_.find(name);
  if (entry != models_.end()) return *entry->second;
  std::vector<std::string_view> candidates;
  for (const auto& [candidate, origin] : models_) candidates.push_back(candidate);
  fail_at(node, "model", "there is no model \"" + name + "\"", did_you_mean(name, candidates));
}

}  // namespace thew::io::mjcf
