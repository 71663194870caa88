import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { describePng } from './share/describe-png.ts'
import { encodeIcon, ICON_SIZE, nameDrawing } from './share/icon.ts'
import { findChromium, findOrInstall } from './support/find-program.ts'
import { runScript } from './support/run-script.ts'

const DRAWING = new URL('../public/icon.svg', import.meta.url)
const ICON = new URL('../public/favicon.ico', import.meta.url)

async function makeFavicon(): Promise<void> {
  const drawing = await readFile(DRAWING, 'utf8')
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findOrInstall(findChromium, 'chromium'), args })
  try {
    const page = await browser.newPage({ viewport: { width: ICON_SIZE, height: ICON_SIZE } })
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`)
    const png = await page.screenshot({ omitBackground: true })
    const icon = encodeIcon(describePng(png, nameDrawing(drawing)))
    await writeFile(ICON, icon)
    console.log(`public/favicon.ico: ${icon.length} bytes`)
  } finally {
    await browser.close()
  }
}

await runScript('npm run make-favicon; draws public/favicon.ico from public/icon.svg', makeFavicon)
