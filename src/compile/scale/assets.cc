// Meshes and height fields in scaled frames.

#include <map>

#include "compile/scale/scale.h"
#include "compile/stages.h"

namespace thew::compile {

namespace {

void enlarge(Mesh& mesh, const Vec3& by) {
  for (std::size_t i = 0; i < 3; ++i) mesh.scale[i] *= by[i];
}

void enlarge(HeightField& hfield, const Vec3& by) {
  for (std::size_t i = 0; i < 4; ++i) hfield.size[i] *= by[i < 2 ? i : 2];  // height and depth
}

template <class Asset>
class Instances {
 public:
  Instances(spec::List<Asset>& assets, ObjectType type) : assets_(assets) {
    for (std::size_t i = 0; i < assets.size(); ++i) {
      known_.emplace(std::string(asset_name(type, assets[i])), Known{i, assets[i], {}});
    }
  }

  void use(const AssetUse& user) {
    const auto found = known_.find(*user.name);
    if (found == known_.end()) return;  // the compiler will say so
    Known& asset = found->second;
    for (std::size_t k = 0; k < asset.scales.size(); ++k) {
      if (asset.scales[k] == user.by) return rename(*user.name, k);
    }
    asset.scales.push_back(user.by);
    const std::size_t number = asset.scales.size() - 1;
    if (number == 0) return enlarge(assets_[asset.place], user.by);
    rename(*user.name, number);
    Asset copy = asset.written;
    copy.name = *user.name;
    enlarge(copy, user.by);
    assets_.push_back(std::move(copy));
  }

 private:
  struct Known {
    std::size_t place;
    Asset written;
    std::vector<Vec3> scales;  // of its instances
  };

  static void rename(std::string& name, std::size_t number) {
    if (number > 0) name += "@" + std::to_string(number);
  }

  spec::List<Asset>& assets_;
  std::map<std::string, Known, std::less<>> known_;
};

}  // namespace

void scale_assets(Spec& spec, const ScaledTree& tree) {
  Instances<Mesh> meshes(spec.meshes, ObjectType::Mesh);
  for (const AssetUse& user : tree.geom_meshes) meshes.use(user);
  for (const AssetUse& user : tree.site_meshes) meshes.use(user);
  Instances<HeightField> hfields(spec.hfields, ObjectType::Hfield);
  for (const AssetUse& user : tree.hfields) hfields.use(user);
}

}  // namespace thew::compile
