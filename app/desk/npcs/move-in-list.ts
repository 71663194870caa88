/** The list with one entry a place further; undefined at its end. */
export function moveInList<T>(list: T[], entry: T, by: -1 | 1): T[] | undefined {
  const at = list.indexOf(entry)
  const to = at + by
  if (at === -1 || to < 0 || to >= list.length) return undefined
  return list.toSpliced(at, 1).toSpliced(to, 0, entry)
}
