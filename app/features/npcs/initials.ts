/** The first two letters of a name, in capitals; a name without letters gives its first characters. */
export function initials(name: string): string {
  const letters = name.match(/\p{L}/gu) ?? [...name.trim()]
  return letters.slice(0, 2).join('').toUpperCase()
}
