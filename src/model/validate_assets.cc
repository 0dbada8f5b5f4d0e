// Meshes with their hulls and trees, skins, height fields, textures, texts and names.

#include <algorithm>

#include "model/names.h"
#include "model/validate.h"

namespace thew::model {

namespace {

// Entries [first, first + count) of a list whose values count from 0 to limit - 1.
void check_entries(const Array<field::Int>& list, const char* name, std::int64_t first,
                   std::int64_t count, std::int64_t limit, const char* allowed) {
  for (std::int64_t i = first; i < first + count; ++i) {
    require(list[i] >= 0 && list[i] < limit, name, i, list[i], allowed);
  }
}

void check_faces(const Model& m, int mesh) {
  const std::int64_t first = 3 * std::int64_t{m.mesh_faceadr[mesh]};
  const std::int64_t count = 3 * std::int64_t{m.mesh_facenum[mesh]};
  check_entries(m.mesh_face, "mesh_face", first, count, m.mesh_vertnum[mesh],
                "a vertex of its mesh");
  check_entries(m.mesh_facenormal, "mesh_facenormal", first, count, m.mesh_normalnum[mesh],
                "a normal of its mesh");
  if (m.mesh_texcoordnum[mesh] == 0) return;
  check_entries(m.mesh_facetexcoord, "mesh_facetexcoord", first, count, m.mesh_texcoordnum[mesh],
                "a texture position of its mesh");
}

// A hull is: numbers of vertices and faces; where the neighbours of each vertex begin; vertices of
// the mesh; lists of neighbours that end with -1; corners of the faces.
void check_graph(const Model& m, int mesh) {
  const std::int64_t adr = m.mesh_graphadr[mesh];
  if (adr < 0) return;
  require(adr + 2 <= m.nmeshgraph, "mesh_graphadr", mesh, adr, "the start of a hull");
  const std::int64_t verts = m.mesh_graph[adr], faces = m.mesh_graph[adr + 1];
  const std::int64_t edges = verts + 3 * faces;
  const bool fits = verts > 0 && faces >= 0 && verts <= m.nmeshgraph && faces <= m.nmeshgraph &&
                    2 + 2 * verts + edges + 3 * faces <= m.nmeshgraph - adr;
  require(fits, "mesh_graph", adr, verts, "a number of vertices for which there is room");
  const std::int64_t first = adr + 2, id = first + verts, neighbour = id + verts;
  check_entries(m.mesh_graph, "mesh_graph", first, verts, edges,
                "a place in the list of neighbours");
  check_entries(m.mesh_graph, "mesh_graph", id, verts, m.mesh_vertnum[mesh],
                "a vertex of its mesh");
  for (std::int64_t i = neighbour; i < neighbour + edges; ++i) {
    const int value = m.mesh_graph[i];
    require(value >= -1 && value < verts, "mesh_graph", i, value, "a vertex of the hull, or -1");
  }
  const int end = edges > 0 ? m.mesh_graph[neighbour + edges - 1] : -1;
  require(end == -1, "mesh_graph", neighbour + edges - 1, end, "-1, which ends a list");
  check_entries(m.mesh_graph, "mesh_graph", neighbour + edges, 3 * faces, m.mesh_vertnum[mesh],
                "a vertex of its mesh");
}

// They count among the vertices of the hull, where searches begin.
void check_extrema(const Model& m, int mesh) {
  const int adr = m.mesh_graphadr[mesh];
  const int verts = adr < 0 ? std::max(m.mesh_vertnum[mesh], 1) : m.mesh_graph[adr];
  check_entries(m.mesh_extrema, "mesh_extrema", 27 * std::int64_t{mesh}, 27, verts,
                "a vertex of the hull");
}

void check_polygons(const Model& m, int mesh) {
  const int vert = m.mesh_vertadr[mesh], verts = m.mesh_vertnum[mesh];
  const int poly = m.mesh_polyadr[mesh], polys = m.mesh_polynum[mesh];
  for (int p = poly; p < poly + polys; ++p) {
    const int corners = m.mesh_polyvertnum[p];
    check_entries(m.mesh_polyvert, "mesh_polyvert", m.mesh_polyvertadr[p], corners, verts,
                  "a vertex of its mesh");
  }
  for (int v = vert; v < vert + verts; ++v) {
    const int around = m.mesh_polymapnum[v];
    check_entries(m.mesh_polymap, "mesh_polymap", m.mesh_polymapadr[v], around, polys,
                  "a polygon of its mesh");
  }
}

// Working memory has room for the largest polygon and for the vertex that most of them share: no
// less, and not as much as a spoilt number asks for.
void check_largest_polygons(const Model& m) {
  const auto largest = [](const Array<field::Int>& counts) {
    std::int64_t most = 0;
    for (std::int64_t i = 0; i < counts.rows(); ++i) most = std::max<std::int64_t>(most, counts[i]);
    return most;
  };
  require(m.npolygonmax == largest(m.mesh_polyvertnum), "npolygonmax", 0, m.npolygonmax,
          "the largest number in mesh_polyvertnum");
  require(m.nmeshdegmax == largest(m.mesh_polymapnum), "nmeshdegmax", 0, m.nmeshdegmax,
          "the largest number in mesh_polymapnum");
}

// Nodes count from their root; below each are later ones, so that every way down ends.
void check_box_tree(const Model& m, int root, int nodes, std::int64_t first_leaf,
                    std::int64_t leaves) {
  for (int node = 0; node < nodes; ++node) {
    const std::int64_t at = std::int64_t{root} + node;
    const int id = m.bvh_nodeid[at];
    const bool leaf = id >= first_leaf && id < first_leaf + leaves;
    require(id == -1 || leaf, "bvh_nodeid", at, id, "a part of what the tree is for, or -1");
    for (int k = 0; k < 2; ++k) {
      const int child = m.bvh_child.row(at)[k];
      const bool below = child > node && child < nodes;
      require(below || (child == -1 && id >= 0), "bvh_child", 2 * at + k, child,
              "a later node of the tree, or -1 at a leaf");
    }
  }
}

void check_octree(const Model& m, int root, int cells) {
  for (int cell = 0; cell < cells; ++cell) {
    const int* child = m.oct_child.row(std::int64_t{root} + cell);
    for (int k = 0; k < 8; ++k) {
      const bool below = child[k] > cell && child[k] < cells;
      require(child[0] < 0 ? child[k] == -1 : below, "oct_child",
              8 * (std::int64_t{root} + cell) + k, child[k],
              "a later cell of the tree, or -1 for all eight");
    }
  }
}

void check_meshes(const Model& m) {
  for (int i = 0; i < m.nmesh; ++i) {
    check_faces(m, i);
    check_graph(m, i);
    check_polygons(m, i);
    check_extrema(m, i);
    check_box_tree(m, m.mesh_bvhadr[i], m.mesh_bvhnum[i], 0, m.mesh_facenum[i]);
    check_octree(m, m.mesh_octadr[i], m.mesh_octnum[i]);
  }
  check_largest_polygons(m);
  for (int b = 0; b < m.nbody; ++b) {
    check_box_tree(m, m.body_bvhadr[b], m.body_bvhnum[b], m.body_geomadr[b], m.body_geomnum[b]);
  }
  for (int f = 0; f < m.nflex; ++f) {
    check_box_tree(m, m.flex_bvhadr[f], m.flex_bvhnum[f], 0, m.flex_elemnum[f]);
  }
  require(m.nbvhstatic + m.nbvhdynamic == m.nbvh, "nbvhstatic", 0, m.nbvhstatic,
          "what nbvhdynamic leaves of nbvh");
}

// What counts from the first vertex of a skin.
void check_skins(const Model& m) {
  for (int i = 0; i < m.nskin; ++i) {
    check_entries(m.skin_face, "skin_face", 3 * std::int64_t{m.skin_faceadr[i]},
                  3 * std::int64_t{m.skin_facenum[i]}, m.skin_vertnum[i], "a vertex of its skin");
    const std::int64_t first = m.skin_texcoordadr[i];
    require(first < 0 || m.skin_vertnum[i] <= m.nskintexvert - first, "skin_texcoordadr", i, first,
            "the first of as many texture positions as there are vertices");
    for (int k = 0; k < m.skin_bonenum[i]; ++k) {
      const std::int64_t bone = std::int64_t{m.skin_boneadr[i]} + k;
      check_entries(m.skin_bonevertid, "skin_bonevertid", m.skin_bonevertadr[bone],
                    m.skin_bonevertnum[bone], m.skin_vertnum[i], "a vertex of its skin");
    }
  }
}

void check_grids(const Model& m) {
  for (int i = 0; i < m.nhfield; ++i) {
    const std::int64_t rows = m.hfield_nrow[i], columns = m.hfield_ncol[i], adr = m.hfield_adr[i];
    require(rows >= 2, "hfield_nrow", i, rows, "2 or more");
    require(columns >= 2, "hfield_ncol", i, columns, "2 or more");
    require(adr >= 0 && rows * columns <= m.nhfielddata - adr, "hfield_adr", i, adr,
            "in hfield_data with all of it");
  }
  for (int i = 0; i < m.ntex; ++i) {
    const std::int64_t pixels = std::int64_t{m.tex_height[i]} * m.tex_width[i], adr = m.tex_adr[i];
    if (adr == -1 && pixels == 0) continue;  // it stays in its file
    const bool fits = adr >= 0 && adr <= m.ntexdata && pixels <= m.ntexdata &&
                      pixels * m.tex_nchannel[i] <= m.ntexdata - adr;
    require(fits, "tex_adr", i, adr, "in tex_data with all of it");
  }
}

void check_text(const Array<field::Char>& text, const char* name) {
  const std::int64_t last = text.rows() - 1;
  require(last < 0 || text[last] == '\0', name, last, last < 0 ? 0 : text[last],
          "a zero at the end");
}

void check_texts(const Model& m) {
  require(m.nnames >= 1, "nnames", 0, m.nnames, "1 or more");
  check_text(m.names, "names");
  check_text(m.paths, "paths");
  check_text(m.text_data, "text_data");
}

}  // namespace

void validate_assets(const Model& m) {
  check_meshes(m);
  check_skins(m);
  check_grids(m);
  check_texts(m);
  check_names_map(m);
}

}  // namespace thew::model
