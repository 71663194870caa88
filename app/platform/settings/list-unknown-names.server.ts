import type { Variables } from './read-settings.server.ts'

/** Nobody else's variables begin like this; those that share theirs (LOG_, DATABASE_, MUX_ …) are compared only. */
const OUR_PREFIXES =
  /^(SOLANA|RTMPS?|DONATIONS?|VISITOR|VOTES?|WEATHER|TRUST_PROX|PLAYBACK|STREAM|SESSIONS?_PER)_?/
/** What a script of ours reads, and what container systems set for services of such a name. */
const OTHERS = /^STREAM_KEY$|_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/
/** So short that a word of somebody else's is easily one letter away. */
const SHORT_NAME = 4
const FAR = 4

/** Variables that look like settings and are none: a misspelt name would otherwise change nothing, in silence. */
export function listUnknownNames(variables: Variables, known: ReadonlySet<string>): string[] {
  return Object.keys(variables)
    .filter((name) => variables[name] && !known.has(name) && !OTHERS.test(name))
    .flatMap((name) => {
      const [nearest] = [...known]
        .map((each) => ({ name: each, distance: distanceBetween(name, each) }))
        .sort((one, other) => one.distance - other.distance)
      if (nearest === undefined || !(OUR_PREFIXES.test(name) || isMisspelt(name, nearest))) return []
      const hint = nearest.distance <= FAR ? `; did you mean ${nearest.name}?` : ''
      return [`${name} is not a setting of NPC Stream${hint}`]
    })
    .sort()
}

function isMisspelt(name: string, nearest: { name: string; distance: number }): boolean {
  if (nearest.distance !== 1) return false
  return nearest.name.length > SHORT_NAME || [...name].sort().join() === [...nearest.name].sort().join()
}

/** How many letters were left out, added, replaced or swapped with their neighbour. */
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
