import { rename, writeFile } from 'node:fs/promises'

/** Other processes read it: never half a text. */
export async function publish(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
