import { rename, writeFile } from 'node:fs/promises'

/** Atomic: other processes read the file. */
export async function publish(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
