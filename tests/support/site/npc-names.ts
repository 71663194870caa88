/** The NPCs that a visitor would see listed. */
export async function npcNames(site: string): Promise<string[]> {
  const response = await fetch(`${site}/api/npcs`)
  if (!response.ok) throw new Error(`the NPCs could not be read: ${response.status}`)
  return ((await response.json()) as { name: string }[]).map(({ name }) => name)
}
