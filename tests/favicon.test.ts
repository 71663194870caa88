import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readPng } from '../scripts/share/describe-png.ts'
import { ICON_SIZE, nameDrawing, readIcon } from '../scripts/share/icon.ts'

test('favicon.ico shows the icon of the site; otherwise run npm run make-favicon', async () => {
  const drawing = await readFile(new URL('../public/icon.svg', import.meta.url), 'utf8')
  const icon = await readFile(new URL('../public/favicon.ico', import.meta.url))
  const { kind, images, png } = readIcon(icon)
  expect({ kind, images }).toEqual({ kind: 1, images: 1 })
  expect(png).toHaveLength(icon.length - 22)
  expect(readPng(png)).toEqual({ width: ICON_SIZE, height: ICON_SIZE, text: nameDrawing(drawing) })
  expect(icon.length).toBeLessThan(1_500)
})
