import { COIN_FRAMES, FRAMES, FRAMES_PER_BEAT, PACE, WIDTH } from './loop.ts'
import { castle, farTile, fireflies, groundTile, midTile, nearTile, road, sky } from './town.ts'
import { cat, questMark, walker } from './walkers.ts'

const WALKER_X = 440
const CAT_X = 290
const FEET = 474
const COIN = { x: WALKER_X + 34, y: 366, radius: 17 }

const STILL = { frame: 20, cat: 560, home: { x: 844, y: 454 } }

/** Each layer moves by the width of its tile per loop, so the last frame leads to the first. */
const LAYERS = {
  far: { width: FRAMES * 2, draw: farTile },
  mid: { width: FRAMES * 3, draw: midTile },
  ground: { width: FRAMES * PACE, draw: groundTile },
  near: { width: FRAMES * 6, draw: nearTile },
}

type LayerName = keyof typeof LAYERS

/** One frame of the loop, as the inside of an SVG. */
export function drawFrame(frame: number): string {
  return drawTown(frame) + label()
}

/** The scene alone, without the label of the test camera. */
export function drawTown(frame: number): string {
  return [
    sky(frame),
    castle(),
    layer('far', frame),
    layer('mid', frame),
    road(),
    layer('ground', frame),
    at(CAT_X, FEET, cat(frame)),
    at(WALKER_X, FEET, walker(frame) + questMark(frame)),
    COIN_FRAMES.map((taken) => coin(frame, taken)).join(''),
    fireflies(frame),
    layer('near', frame),
  ].join('')
}

/** The town while its NPC is at home: the quest marker waits over a roof, and the cat in the street. */
export function drawStill(): string {
  return [
    sky(STILL.frame),
    castle(),
    layer('far', STILL.frame),
    layer('mid', STILL.frame),
    road(),
    layer('ground', STILL.frame),
    at(STILL.cat, FEET, cat(STILL.frame)),
    at(STILL.home.x, STILL.home.y, questMark(STILL.frame)),
    fireflies(STILL.frame),
    layer('near', STILL.frame),
  ].join('')
}

/** Drawn once and used by every frame. */
export function drawTiles(): string {
  return Object.entries(LAYERS)
    .map(([name, { draw }]) => `<g id="${name}">${draw()}</g>`)
    .join('')
}

function layer(name: LayerName, frame: number): string {
  const { width } = LAYERS[name]
  const first = (-frame * width) / FRAMES
  const copies = Array.from({ length: Math.ceil(WIDTH / width) + 1 }, (_, copy) => first + copy * width)
  return copies.map((x) => `<use href="#${name}" x="${x}"/>`).join('')
}

function at(x: number, y: number, shape: string): string {
  return `<g transform="translate(${x} ${y})">${shape}</g>`
}

function coin(frame: number, taken: number): string {
  const since = frame - taken
  if (since >= FRAMES_PER_BEAT) return ''
  if (since >= 0) return sparkle(since / FRAMES_PER_BEAT)
  const turn = Math.abs(Math.cos((Math.PI * frame) / FRAMES_PER_BEAT / 2))
  const shape = `<g transform="scale(${0.25 + 0.75 * turn} 1)">
    <circle r="${COIN.radius}" fill="#ffc93c"/><circle r="${COIN.radius - 5}" fill="#e0a51f"/>
    <path fill="#ffe49a" d="M-3-8h6l-1 9h-4zM-2 4h4v4h-4z"/></g>`
  return at(COIN.x - since * PACE, COIN.y, shape)
}

function sparkle(part: number): string {
  const rays = Array.from({ length: 6 }, (_, ray) => {
    const [from, to] = [14 + 22 * part, 22 + 26 * part]
    return `<path transform="rotate(${ray * 60})" d="M0 ${-from}V${-to}"/>`
  })
  return `<g opacity="${1 - part}">
    ${at(COIN.x, COIN.y, `<g stroke="#ffe49a" stroke-width="4" stroke-linecap="round">${rays.join('')}</g>`)}
    <text x="${COIN.x + 22}" y="${COIN.y - 70 - 40 * part}" font-size="28" fill="#ffc93c">+1</text></g>`
}

function label(): string {
  const [width, height] = [228, 62]
  return at(
    WIDTH - width - 24,
    24,
    `<rect width="${width}" height="${height}" rx="12" fill="#14141f" stroke="#ffc93c" stroke-width="2"/>
    <text x="18" y="29" font-size="23" fill="#f3f2fa">TEST CAMERA</text>
    <text x="18" y="49" font-size="14" fill="#a6a4bd">A drawing on a loop</text>`,
  )
}
