import { createScatter, HEIGHT, WIDTH, wave } from './loop.ts'

const GROUND = 432
const LAMPLIGHT = '#ffc93c'

type House = { x: number; width: number; height: number; wall: string; roof: string; floors: string[] }

/** One letter per window: lit, dim or dark. */
const WINDOW = { l: '#ffd27a', d: '#7d5a52', '.': '#14132a' } as const

const HOUSES: House[] = [
  { x: 0, width: 132, height: 112, wall: '#292348', roof: '#3d2a55', floors: ['l.'] },
  { x: 140, width: 96, height: 150, wall: '#231f40', roof: '#2c3057', floors: ['d', 'l'] },
  { x: 244, width: 156, height: 96, wall: '#2e264c', roof: '#4a2c54', floors: ['l.l'] },
  { x: 424, width: 104, height: 136, wall: '#252145', roof: '#33305c', floors: ['l', '.'] },
  { x: 536, width: 128, height: 118, wall: '#2a2349', roof: '#432b58', floors: ['ld'] },
]

export function sky(frame: number): string {
  const halo = [560, 420, 300, 205, 130].map((r) => `<circle r="${r}" fill="#7c5cc4" opacity=".075"/>`)
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0e0c1b"/>
    <g transform="translate(212 122)">${halo.join('')}</g>
    ${stars(frame)}
    <g transform="translate(212 122)" fill="#e6d2a8">
      <circle r="56" fill="#f7e8c6"/><circle cx="-18" cy="-14" r="11"/><circle cx="16" cy="14" r="15"/>
      <circle cx="18" cy="-28" r="6"/>
    </g>`
}

function stars(frame: number): string {
  const scatter = createScatter(7)
  const each = Array.from({ length: 46 }, () => {
    const [x, y, r] = [scatter() * WIDTH, scatter() * 270, 0.9 + scatter() * 0.9]
    const shine = 0.6 + 0.35 * wave(frame, 1 + Math.floor(scatter() * 3), scatter())
    return `<circle cx="${x}" cy="${y}" r="${r}" opacity="${shine}"/>`
  })
  return `<g fill="#e9e4ff">${each.join('')}</g>`
}

/** Too far away to move. */
export function castle(): string {
  const lights = [20, 64, 108].map(
    (x) => `<rect x="${x - 3}" y="${x === 64 ? 44 : 84}" width="7" height="12" rx="3"/>`,
  )
  return `<path fill="#1a1530" d="M470 ${GROUND}C560 330 640 300 726 300C812 300 880 340 960 ${GROUND}z"/>
    <g transform="translate(640 146) scale(1.35)" fill="#2c234c">
      <path d="M0 130V66h8v-9h8v9h8v-9h8v9h8v36h8V30h32v72h8V66h8v-9h8v9h8v-9h8v9h8v64z"/>
      <path fill="#43306a" d="M42 30l22-40 22 40z"/><path fill="#ffc93c" d="M63-10v-22l18 7-16 7v8z"/>
      <g fill="#ffd27a">${lights.join('')}</g>
    </g>`
}

/** Hills behind the houses. */
export function farTile(): string {
  return `<path fill="#221b3f" d="M0 342C50 292 120 290 180 326C230 350 250 346 290 322
      C360 282 430 300 480 342V${GROUND}H0z"/>
    <path fill="#191530" d="M0 376C80 336 130 350 200 370C270 384 330 340 400 346
      C430 350 460 366 480 376V${GROUND}H0z"/>`
}

/** A row of houses on the other side of the street. */
export function midTile(): string {
  return HOUSES.map(house).join('') + questBoard(681)
}

function house({ x, width, height, wall, roof, floors }: House): string {
  const top = GROUND - height
  const peak = top - 26 - width * 0.22
  const rows = floors.map((row, floor) => windows(row, x, width, top + 22 + floor * 52))
  return `<path fill="${roof}" d="M${x + width * 0.7} ${peak - 4}h14v40h-14z"/>
    <path fill="${wall}" d="M${x} ${top}h${width}V${GROUND}H${x}z"/>
    <path fill="${roof}" d="M${x - 9} ${top + 6}L${x + width / 2} ${peak}L${x + width + 9} ${top + 6}z"/>
    ${rows.join('')}`
}

function windows(row: string, x: number, width: number, y: number): string {
  const gap = width / row.length
  return [...row]
    .map((kind, place) => {
      const left = x + gap * (place + 0.5) - 14
      const light = WINDOW[kind as keyof typeof WINDOW]
      return `<rect x="${left}" y="${y}" width="28" height="34" rx="5" fill="${light}"/>
        <path d="M${left + 14} ${y}v34M${left} ${y + 17}h28" stroke="#1b1733" stroke-width="3"/>`
    })
    .join('')
}

function questBoard(x: number): string {
  return `<path d="M${x} ${GROUND}v-84M${x + 22} ${GROUND}v-84" stroke="#4a3550" stroke-width="6"/>
    <rect x="${x - 13}" y="336" width="48" height="44" rx="5" fill="#5d4157"/>
    <path fill="#f3e3c2" d="M${x - 4} 344h14v18h-14zM${x + 14} 348h13v20h-13z"/>`
}

/** The pavement and its two lamps. */
export function groundTile(): string {
  const joints = Array.from({ length: 8 }, (_, place) => `M${place * 120 + 40} ${GROUND + 8}l-26 68`)
  return `<path fill="#211e36" d="M0 ${GROUND}h961v80H0z"/>
    <path fill="#37325a" d="M0 ${GROUND}h961v7H0z"/>
    <path fill="#2c2846" d="M0 506h961v8H0z"/>
    <path stroke="#1a182c" stroke-width="3" d="${joints.join('')}"/>
    ${lamp(200)}${lamp(680)}`
}

function lamp(x: number): string {
  return `<path fill="${LAMPLIGHT}" opacity=".1" d="M${x - 14} 214h28l78 256h-184z"/>
    <ellipse cx="${x}" cy="470" rx="112" ry="22" fill="${LAMPLIGHT}" opacity=".13"/>
    <path fill="#12111f" d="M${x - 3} 216h6v222h-6zM${x - 9} 432h18v12h-18zM${x - 6} 300h12v8h-12z"/>
    <path fill="#ffe3a0" d="M${x - 13} 190h26l-5 28h-16z"/>
    <path fill="#12111f" d="M${x - 18} 191l8-12h20l8 12zM${x - 10} 216h20v6h-20z"/>`
}

export function road(): string {
  return `<rect y="512" width="${WIDTH}" height="28" fill="#121020"/>`
}

/** Bushes between the street and the camera. */
export function nearTile(): string {
  const bushes = [
    [120, 1],
    [640, 0.8],
    [1090, 1.1],
  ] as const
  return bushes.map(([x, size]) => bush(x, size)).join('')
}

function bush(x: number, size: number): string {
  return `<path transform="translate(${x} 542) scale(${size})" fill="#07070d"
    d="M-92 0c-6-26 20-36 34-26c2-26 44-34 56-10c14-22 50-16 54 8c20-10 44 4 40 28z"/>`
}

export function fireflies(frame: number): string {
  const scatter = createScatter(31)
  const each = Array.from({ length: 7 }, () => {
    const x = 80 + scatter() * 800 + 34 * wave(frame, 1, scatter())
    const y = 300 + scatter() * 110 + 16 * wave(frame, 2, scatter())
    return `<circle cx="${x}" cy="${y}" r="3" opacity="${Math.max(0, wave(frame, 2, scatter()))}"/>`
  })
  return `<g fill="#ffe08a">${each.join('')}</g>`
}
