"""Matrices, dense and sparse."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from thew._mju.arguments import Out, OutInts, matrix, need, out, out_matrix, read


def mju_mulMatVec(res: Out, mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat vec."""
    target, a, x = out(res), matrix(mat), read(vec)
    need(target.size == a.shape[0], "size of res should equal the number of rows in mat")
    need(x.size == a.shape[1], "size of vec should equal the number of columns in mat")
    target[:] = a @ x


def mju_mulMatTVec(res: Out, mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat' vec."""
    target, a, x = out(res), matrix(mat), read(vec)
    need(target.size == a.shape[1], "size of res should equal the number of columns in mat")
    need(x.size == a.shape[0], "size of vec should equal the number of rows in mat")
    target[:] = a.T @ x


def mju_mulMatVec3(res: Out, mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat vec, 3 x 3."""
    out(res, 3)[:] = read(mat, 9, "mat").reshape(3, 3) @ read(vec, 3)


def mju_mulMatTVec3(res: Out, mat: ArrayLike, vec: ArrayLike) -> None:
    """res = mat' vec, 3 x 3."""
    out(res, 3)[:] = read(mat, 9, "mat").reshape(3, 3).T @ read(vec, 3)


def mju_mulVecMatVec(vec1: ArrayLike, mat: ArrayLike, vec2: ArrayLike) -> float:
    """vec1' mat vec2."""
    a, m, b = read(vec1), matrix(mat), read(vec2)
    need(m.shape == (a.size, b.size), "mat should be of shape (size of vec1, size of vec2)")
    return float(a @ m @ b)


def _multiply(res, a: np.ndarray, b: np.ndarray, complaint: str) -> None:
    target = out_matrix(res)
    need(a.shape[1] == b.shape[0], complaint)
    need(target.shape == (a.shape[0], b.shape[1]), "res should have the shape of the product")
    target[:] = a @ b


def mju_mulMatMat(res: Out, mat1: ArrayLike, mat2: ArrayLike) -> None:
    """res = mat1 mat2."""
    complaint = "#columns in mat1 should equal #rows in mat2"
    _multiply(res, matrix(mat1, "mat1"), matrix(mat2, "mat2"), complaint)


def mju_mulMatMatT(res: Out, mat1: ArrayLike, mat2: ArrayLike) -> None:
    """res = mat1 mat2'."""
    complaint = "#columns in mat1 should equal #columns in mat2"
    _multiply(res, matrix(mat1, "mat1"), matrix(mat2, "mat2").T, complaint)


def mju_mulMatTMat(res: Out, mat1: ArrayLike, mat2: ArrayLike) -> None:
    """res = mat1' mat2."""
    complaint = "#rows in mat1 should equal #rows in mat2"
    _multiply(res, matrix(mat1, "mat1").T, matrix(mat2, "mat2"), complaint)


def mju_sqrMatTD(res: Out, mat: ArrayLike, diag: ArrayLike | None) -> None:
    """res = mat' diag mat; no diagonal when diag is None."""
    a = matrix(mat)
    scale = 1 if diag is None else read(diag, a.shape[0], "diag")[:, None]
    _multiply(res, a.T, scale * a, "#rows in res should equal #columns in mat")


def mju_transpose(res: Out, mat: ArrayLike) -> None:
    """res = mat'."""
    target, source = out_matrix(res), matrix(mat)
    need(target.shape[0] == source.shape[1], "#rows in res should equal #columns in mat")
    need(target.shape[1] == source.shape[0], "#columns in res should equal #rows in mat")
    target[:] = source.T.copy()


def mju_symmetrize(res: Out, mat: ArrayLike) -> None:
    """res = (mat + mat') / 2."""
    target, source = out_matrix(res), matrix(mat)
    need(source.shape[0] == source.shape[1], "mat should be square")
    need(target.shape == source.shape, "res and mat should have the same shape")
    target[:] = 0.5 * (source + source.T)


def mju_eye(mat: Out) -> None:
    """mat = identity."""
    target = out_matrix(mat, "mat")
    need(target.shape[0] == target.shape[1], "mat should be square")
    target[:] = np.eye(len(target))


def _sparse_rows(rownnz, rowadr, colind):
    return zip(np.asarray(rownnz).tolist(), np.asarray(rowadr).tolist()), np.asarray(colind)


def mju_sparse2dense(
    res: Out, mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike
) -> None:
    """res = the matrix whose rows have `rownnz` values from `rowadr` on, in columns `colind`."""
    target, values = out_matrix(res), read(mat, None, "mat")
    need(len(rownnz) == len(target), "size of rownnz should equal #rows in res")
    need(len(rowadr) == len(target), "size of rowadr should equal #rows in res")
    rows, columns = _sparse_rows(rownnz, rowadr, colind)
    target[:] = 0
    for row, (count, first) in zip(target, rows):
        row[columns[first : first + count]] = values[first : first + count]


def mju_sym2dense(
    res: Out, mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike
) -> None:
    """The same for a symmetric matrix of which the lower triangle is given."""
    target = out_matrix(res)
    need(target.shape[0] == target.shape[1], "res should be a square matrix")
    mju_sparse2dense(res, mat, rownnz, rowadr, colind)
    target += np.tril(target, -1).T


def mju_dense2sparse(
    res: Out, mat: ArrayLike, rownnz: OutInts, rowadr: OutInts, colind: OutInts
) -> int:
    """The inverse of mju_sparse2dense; 1 when there is not enough room."""
    values, source = out(res), matrix(mat)
    need(values.size == len(colind), "res and colind should have the same size")
    columns = [np.flatnonzero(row) for row in source]
    rownnz[:] = [len(c) for c in columns]
    rowadr[:] = np.cumsum(rownnz) - rownnz
    total = int(np.sum(rownnz))
    if total > values.size:
        return 1
    if total > 0:
        colind[:total] = np.concatenate(columns)
        values[:total] = source[source != 0]
    return 0


def mju_printMat(mat: ArrayLike) -> None:
    """Prints a matrix."""
    for row in matrix(mat):
        print(*(f"{value:.8f}" for value in row))
    print()


def mju_printMatSparse(
    mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike
) -> None:
    """Prints the stored values of a sparse matrix with their rows and columns."""
    values = read(mat, None, "mat")
    rows, columns = _sparse_rows(rownnz, rowadr, colind)
    for i, (count, first) in enumerate(rows):
        entries = range(first, first + count)
        print("  ".join(f"({i} {columns[k]}):  {values[k]:.6f}" for k in entries))
    print()
