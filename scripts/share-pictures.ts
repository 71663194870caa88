import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { LANGUAGES, type Language } from '../app/features/i18n/contract.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { SHARE_PAGES, SHARE_SIZE, type SharePage, sharePicture } from '../app/shell/share-pictures.ts'
import { describePng } from './share/describe-png.ts'
import { drawPicture, fitTitle } from './share/draw-picture.ts'
import { shareWords } from './share/words.ts'
import { REPEATABLE, requireFfmpeg, runFfmpeg } from './support/ffmpeg.ts'
import { findChromium, findOrInstall } from './support/find-program.ts'
import { runScript } from './support/run-script.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const FOLDER = fileURLToPath(new URL('../public', import.meta.url))
const COLORS = 128
const PALETTE = `split[a][b];[a]palettegen=max_colors=${COLORS}:reserve_transparent=0[p];[b][p]paletteuse=dither=none`

/** Draws what a shared link shows: one picture per page and language. */
async function makeSharePictures(): Promise<void> {
  requireFfmpeg()
  requireChineseFont()
  await mkdir(`${FOLDER}/share`, { recursive: true })
  const folder = await temporaryFolder()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findOrInstall(findChromium, 'chromium'), args })
  try {
    const page = await browser.newPage({ viewport: SHARE_SIZE })
    for (const name of SHARE_PAGES)
      for (const language of LANGUAGES) await makePicture(page, name, language, `${folder.path}/picture.png`)
  } finally {
    await browser.close()
    await folder.remove()
  }
}

async function makePicture(page: Page, name: SharePage, language: Language, draft: string): Promise<void> {
  await page.setContent(await drawPicture(name, language))
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(fitTitle)
  await quantize(await page.screenshot(), draft)
  const { title, lead } = shareWords(name, language)
  const png = describePng(await readFile(draft), `${title}\n${lead}`)
  const path = sharePicture(name, language)
  await writeFile(FOLDER + path, png)
  console.log(`public${path}: ${png.length} bytes`)
}

/** A drawing has few colours; a palette halves its bytes. */
function quantize(screenshot: Buffer, path: string): Promise<void> {
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-i', '-']
  const output = ['-compression_level', '100', '-pred', 'none', ...REPEATABLE, path]
  return runFfmpeg([...input, '-filter_complex', PALETTE, ...output], Readable.from([screenshot]))
}

/** Only Linux chooses fonts through fontconfig; other systems bring a Chinese one. */
function requireChineseFont(): void {
  const fonts = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  if (fonts.error || fonts.stdout.trim() !== '') return
  throw new CannotStart(
    'No font here has Chinese characters; on Debian, run "apt-get install fonts-noto-cjk"',
  )
}

await runScript('npm run share-pictures; draws public/share/*.png', makeSharePictures)
