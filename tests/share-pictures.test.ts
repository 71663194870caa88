import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../app/features/i18n/contract.ts'
import { SHARE_PAGES, SHARE_SIZE, sharePicture } from '../app/shell/share-pictures.ts'
import { describePng, readPng } from '../scripts/share/describe-png.ts'
import { shareWords } from '../scripts/share/words.ts'

const MAX_BYTES = 60_000
const PICTURES = SHARE_PAGES.flatMap((page) => LANGUAGES.map((language) => ({ page, language })))

test.each(PICTURES)(
  'the picture of $page in $language says what the page says now',
  async ({ page, language }) => {
    const png = await readFile(`public${sharePicture(page, language)}`)
    const { title, lead } = shareWords(page, language)
    // After a change of these words: npm run share-pictures
    expect(readPng(png)).toEqual({ ...SHARE_SIZE, text: `${title}\n${lead}` })
    expect(png.length).toBeLessThanOrEqual(MAX_BYTES)
  },
)

test('a text is added to a picture once and read back', async () => {
  const icon = await readFile('public/icon-192.png')
  expect(readPng(icon)).toEqual({ width: 192, height: 192, text: undefined })
  expect(readPng(describePng(icon, '名字'))).toEqual({ width: 192, height: 192, text: '名字' })
})
