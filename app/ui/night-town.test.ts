import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { townPicture } from '../../scripts/clip/still.ts'

test('the picture of the town is the one that the clip draws, in at most 5 kB', async () => {
  const picture = await readFile(new URL('night-town.svg', import.meta.url), 'utf8')
  expect(picture, 'run npm run make-town').toBe(townPicture())
  expect(gzipSync(picture).length).toBeLessThan(5_000)
})
