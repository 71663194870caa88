import type { Variables } from './read-settings.server.ts'

/** Names this short are easily one letter away from an unrelated variable. */
const SHORT_NAME = 4
const MAX_HINT_DISTANCE = 4

type OwnNames = {
  product: string
  known: ReadonlySet<string>
  /** Matches names that only this product uses. */
  prefix: RegExp
  /** Matches names that other programs use. */
  foreign: RegExp
}

/** Variables that look like settings but are not: a misspelt name would otherwise be ignored silently. */
export function listUnknownNames(variables: Variables, { product, known, prefix, foreign }: OwnNames) {
  return Object.keys(variables)
    .filter((name) => variables[name] && !known.has(name) && !foreign.test(name))
    .flatMap((name) => {
      const [nearest] = [...known]
        .map((each) => ({ name: each, distance: distanceBetween(name, each) }))
        .sort((one, other) => one.distance - other.distance)
      if (nearest === undefined || !(prefix.test(name) || isMisspelt(name, nearest))) return []
      const hint = nearest.distance <= MAX_HINT_DISTANCE ? `; did you mean ${nearest.name}?` : ''
      return [`${name} is not a setting of ${product}${hint}`]
    })
    .sort()
}

function isMisspelt(name: string, nearest: { name: string; distance: number }): boolean {
  if (nearest.distance !== 1) return false
  return nearest.name.length > SHORT_NAME || [...name].sort().join() === [...nearest.name].sort().join()
}

/** Letters left out, added, replaced or swapped with their neighbour. */
function distanceBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
