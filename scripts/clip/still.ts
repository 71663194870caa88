import { HEIGHT, WIDTH } from './loop.ts'
import { drawStill, drawTiles } from './scene.ts'

/** The town as one small SVG file. */
export function townPicture(): string {
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}"`
  const inside = `<defs>${drawTiles()}</defs>${drawStill()}`
  return `${shorten(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`)}\n`
}

function shorten(svg: string): string {
  return svg
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .replace(/-?\d*\.\d+/g, round)
}

/** Nobody sees half a pixel, but half an opacity. */
function round(number: string): string {
  const isPixels = Math.abs(Number(number)) >= 2
  return String(Number(Number(number).toFixed(isPixels ? 0 : 2)))
}
