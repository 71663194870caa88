import { readFile } from 'node:fs/promises'
import type { Language } from '../../app/features/i18n/contract.ts'
import { SHARE_SIZE, type SharePage } from '../../app/shell/share-pictures.ts'
import { site } from '../../app/site.ts'
import { HEIGHT, WIDTH } from '../clip/loop.ts'
import { drawTiles, drawTown } from '../clip/scene.ts'
import { shareWords } from './words.ts'

const LOGO = new URL('../../public/icon.svg', import.meta.url)
const FONTS = ['tektur', 'manrope']

/** Where the town is, in pixels: its walker stands right of the panel with the words. */
type View = { frame: number; scale: number; left: number; top: number }
const VIEWS: Record<SharePage, View> = {
  home: { frame: 116, scale: 1.32, left: 450, top: -80 },
  npc1: { frame: 188, scale: 1.9, left: 100, top: -300 },
  onboarding: { frame: 44, scale: 1.55, left: 262, top: -190 },
}

/** A page in the size of the picture; it needs no network. */
export async function drawPicture(page: SharePage, language: Language): Promise<string> {
  const { title, lead } = shareWords(page, language)
  const { frame, scale, left, top } = VIEWS[page]
  const size = `width="${WIDTH * scale}" height="${HEIGHT * scale}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  return `<!doctype html><html lang="${language}"><style>${await fontFaces()}${STYLE}
      .town { left: ${left}px; top: ${top}px }
    </style>
    <svg class="town" ${size}><defs>${drawTiles()}</defs>${drawTown(frame)}</svg>
    <div class="edge"></div>
    <div class="panel"></div>
    <div class="words">
      <p class="brand">${await readFile(LOGO, 'utf8')}${site.name}</p>
      <h1>${title}</h1>
      <p class="lead">${lead}</p>
    </div></html>`
}

const STYLE = `
  body { margin: 0; width: ${SHARE_SIZE.width}px; height: ${SHARE_SIZE.height}px; overflow: hidden;
    color: #f3f2fa; font-family: 'Manrope Variable', 'Noto Sans CJK SC', sans-serif }
  svg { display: block }
  .town { position: absolute; font: 700 20px 'Tektur Variable' }
  .edge, .panel { position: absolute; inset: 0; background: #0b0b12;
    clip-path: polygon(0 0, 744px 0, 680px 100%, 0 100%) }
  .edge { background: #ffc93c; left: 8px }
  .words { position: absolute; inset: 52px auto 52px 60px; width: 610px; display: flex; flex-direction: column;
    justify-content: center; gap: 26px }
  h1, p { margin: 0 }
  .brand { display: flex; align-items: center; gap: 18px; font: 700 42px 'Tektur Variable' }
  .brand svg { width: 70px }
  h1 { font: 800 110px/1.08 'Tektur Variable', 'Noto Sans CJK SC'; text-wrap: balance }
  .lead { font-size: 34px; line-height: 1.34; font-weight: 600; text-wrap: balance; color: #d9d7e6 }
`

/** Runs in the page: the largest title that leaves room for all the words. */
export function fitTitle(): void {
  const words = document.querySelector('.words') as HTMLElement
  const title = document.querySelector('h1') as HTMLElement
  for (let size = 110; size > 40; size -= 2) {
    title.style.fontSize = `${size}px`
    const lines = title.offsetHeight / (size * 1.08)
    if (words.scrollHeight <= words.clientHeight && title.scrollWidth <= words.clientWidth && lines < 3.5)
      return
  }
  throw new Error('the words do not fit into the picture')
}

/** The fonts of the site, with every script they have. */
async function fontFaces(): Promise<string> {
  const faces = await Promise.all(FONTS.map(readFaces))
  return faces.join('')
}

async function readFaces(font: string): Promise<string> {
  const folder = new URL(import.meta.resolve(`@fontsource-variable/${font}/package.json`))
  const css = await readFile(new URL('index.css', folder), 'utf8')
  const files = [...new Set(Array.from(css.matchAll(/url\((.+?)\)/g), ([, path = '']) => path))]
  const loaded = await Promise.all(files.map((path) => readFile(new URL(path, folder), 'base64')))
  return files.reduce((text, path, at) => text.replace(path, `data:font/woff2;base64,${loaded[at]}`), css)
}
