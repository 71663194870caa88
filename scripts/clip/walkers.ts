import { COIN_FRAMES, FRAMES, FRAMES_PER_BEAT, PACE, wave } from './loop.ts'

const STEP_FRAMES = FRAMES_PER_BEAT
const STRIDE_FRAMES = 2 * STEP_FRAMES
const HALF_STEP = (PACE * STEP_FRAMES) / 2
const ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
const BLINKS = [36, 92, 204]

type Point = { x: number; y: number }
type Leg = { hip: Point; bone: number; lift: number; width: number; color: string }

/** The drawn person: feet at 0, facing right. */
export function walker(frame: number): string {
  const bob = -5 * Math.abs(Math.sin((Math.PI * frame) / STEP_FRAMES))
  const swing = Math.cos((2 * Math.PI * frame) / STRIDE_FRAMES)
  const leg = { hip: { x: 0, y: -66 + bob }, bone: 34, lift: 15, width: 18 }
  return `<ellipse cx="2" cy="2" rx="46" ry="8" fill="#0b0b12" opacity=".5"/>
    ${arm(swing, bob, '#39459b')}
    ${walkingLeg(frame + STEP_FRAMES, { ...leg, color: '#262a52' })}
    ${walkingLeg(frame, { ...leg, color: '#323868' })}
    <g transform="translate(0 ${bob})">${backpack()}${body()}${scarf(frame)}${head(frame)}</g>
    ${arm(-swing, bob, '#5b6ee0')}`
}

function walkingLeg(frame: number, leg: Leg): string {
  const { hip, width, color } = leg
  const foot = footAt(frame, leg.lift)
  const knee = kneeOf(hip, foot, leg.bone)
  return `${limb(color, width, hip, knee, foot)}
    <path transform="translate(${foot.x} ${foot.y}) rotate(${foot.tilt})" fill="#f3f2fa"
      d="M-10 9V-5H6C16-4 22 1 22 9z"/>`
}

/** On the ground a foot moves with the ground; then it swings forward. */
function footAt(frame: number, lift: number): Point & { tilt: number } {
  const part = ((frame % STRIDE_FRAMES) + STRIDE_FRAMES) % STRIDE_FRAMES
  if (part < STEP_FRAMES) return { x: HALF_STEP - PACE * part, y: -9, tilt: 0 }
  const swing = (part - STEP_FRAMES) / STEP_FRAMES
  const x = -HALF_STEP * Math.cos(Math.PI * swing)
  return { x, y: -9 - lift * Math.sin(Math.PI * swing), tilt: 26 * Math.cos(Math.PI * swing) }
}

function kneeOf(hip: Point, foot: Point, bone: number): Point {
  const [dx, dy] = [foot.x - hip.x, foot.y - hip.y]
  const reach = Math.hypot(dx, dy)
  const bend = Math.sqrt(Math.max(0, bone ** 2 - (reach / 2) ** 2)) / reach
  return { x: hip.x + dx / 2 + dy * bend, y: hip.y + dy / 2 - dx * bend }
}

function arm(swing: number, bob: number, color: string): string {
  const elbow = { x: 20 * swing - 3, y: -86 + bob }
  const hand = { x: elbow.x + 12 + 14 * swing, y: -70 - 7 * swing + bob }
  return `${limb(color, 16, { x: -2, y: -110 + bob }, elbow, hand)}
    <circle cx="${hand.x + 2}" cy="${hand.y}" r="8" fill="#f0b993"/>`
}

function limb(color: string, width: number, ...joints: Point[]): string {
  const points = joints.map(({ x, y }) => `${x} ${y}`)
  return `<path fill="none" stroke="${color}" stroke-width="${width}" ${ROUND} d="M${points.join('L')}"/>`
}

function backpack(): string {
  return `<rect x="-48" y="-131" width="30" height="15" rx="7.5" fill="#f3e3c2"/>
    <rect x="-45" y="-118" width="32" height="52" rx="11" fill="#9a6240"/>
    <path fill="#7d4d33" d="M-45-94h32v9h-32z"/>
    <rect x="-38" y="-97" width="10" height="14" rx="3" fill="#ffc93c"/>`
}

function body(): string {
  return `<path fill="#4c5dcc" d="M-24-112C-24-124 24-124 25-110L27-62C27-54-27-54-27-62z"/>
    <path fill="#3f4fb4" d="M-27-70H27L27-62C27-54-27-54-27-62z"/>
    <path fill="#3f4fb4" d="M6-90h20v14H6z"/>`
}

function scarf(frame: number): string {
  const [near, far] = [7 * wave(frame, 8), 12 * wave(frame, 8, -0.18)]
  return `<path fill="#d93a50" d="M-16-122C-36 ${-128 + near}-50 ${-112 + near}-74 ${-124 + far}
      L-72 ${-107 + far}C-50 ${-98 + near}-34 ${-112 + near}-14-108z"/>
    <rect x="-24" y="-126" width="52" height="18" rx="9" fill="#ff4d5e"/>`
}

function head(frame: number): string {
  return `<circle cx="4" cy="-156" r="39" fill="#f6c5a0"/>
    <path fill="#7b4530" d="M44-160C36-166 30-172 27-181C10-169-10-168-18-164C-20-156-19-148-22-140
      C-32-136-38-146-38-158C-40-188-18-204 8-203C34-202 48-184 44-160z"/>
    <path fill="#96583c" d="M-26-184C-14-200 12-204 30-190C12-194-10-192-26-184z"/>
    <ellipse cx="-19" cy="-146" rx="7" ry="9" fill="#f0b993"/>
    <ellipse cx="36" cy="-139" rx="6" ry="4" fill="#f29a86"/>
    <ellipse cx="0" cy="-137" rx="7" ry="4" fill="#f29a86"/>
    ${eyes(frame)}
    <path d="M15-134c4 5 10 5 13 0" fill="none" stroke="#7a3b3f" stroke-width="3" stroke-linecap="round"/>`
}

function eyes(frame: number): string {
  const smiling = 'M4-149c3-7 10-7 13 0M26-149c3-7 9-7 12 0'
  if (isGlad(frame)) return `<path d="${smiling}" fill="none" stroke="#231a2e" stroke-width="4" ${ROUND}/>`
  const blinking = BLINKS.some((blink) => frame >= blink && frame < blink + 4)
  const height = blinking ? 1 : 7
  const glint = '<path d="M13-154h0M34-154h0" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/>'
  return `<ellipse cx="11" cy="-151" rx="4.6" ry="${height}" fill="#231a2e"/>
    <ellipse cx="32" cy="-151" rx="4.2" ry="${height}" fill="#231a2e"/>
    ${blinking ? '' : glint}`
}

function isGlad(frame: number): boolean {
  return frame >= Math.min(...COIN_FRAMES) && frame < Math.max(...COIN_FRAMES) + STRIDE_FRAMES
}

/** The quest marker over the head, one bounce per second. */
export function questMark(frame: number): string {
  const height = Math.abs(Math.sin((Math.PI * frame) / STRIDE_FRAMES))
  const squash = 1 - 0.14 * (1 - height) ** 3
  return `<g transform="translate(4 ${-214 - 18 * height})">
    <circle cy="-32" r="46" fill="#ffc93c" opacity=".1"/>
    <g transform="scale(${2 - squash} ${squash})" fill="#ffc93c" stroke="#231a00" stroke-width="5" ${ROUND}
      paint-order="stroke">
      <path d="M-13-64h26l-5 41h-16z"/><circle cy="-9" r="9.5"/>
    </g></g>`
}

/** A cat: feet at 0, facing right. */
export function cat(frame: number): string {
  const bob = 1.5 * wave(frame, 16)
  const tail = 9 * wave(frame, 4)
  const eye = frame % (FRAMES / 2) < 5 ? 0.8 : 4.6
  const legs = [-24, -15, 14, 23].map((x, place) => catLeg(frame, x, place))
  return `<ellipse cx="2" cy="2" rx="40" ry="6" fill="#0b0b12" opacity=".5"/>
    ${legs.join('')}
    <g transform="translate(0 ${bob})">
      <path d="M-28-32C-50-34-44-62 ${tail - 54}-66" fill="none" stroke="#8b86b8" stroke-width="8" ${ROUND}/>
      <rect x="-34" y="-44" width="66" height="27" rx="13" fill="#8b86b8"/>
      <path fill="#8b86b8" d="M17-62l3-17 13 10h8l12-10 3 17z"/>
      <rect x="15" y="-69" width="42" height="34" rx="16" fill="#8b86b8"/>
      <path fill="#726d9e" d="M-18-44h8v11h-8zM-4-44h8v11h-8z"/>
      <ellipse cx="33" cy="-53" rx="3.6" ry="${eye}" fill="#ffc93c"/>
      <ellipse cx="49" cy="-53" rx="3.4" ry="${eye}" fill="#ffc93c"/>
      <path fill="#f29a86" d="M39-47h5l-2.5 3z"/>
      <rect x="18" y="-38" width="30" height="6" rx="3" fill="#ff4d5e"/>
    </g>`
}

function catLeg(frame: number, x: number, place: number): string {
  const phase = place % 3 === 0 ? 0 : 0.5
  const reach = 9 * wave(frame, 16, phase)
  const lift = 5 * Math.max(0, wave(frame, 16, phase + 0.25))
  return limb(place % 2 === 0 ? '#726d9e' : '#8b86b8', 9, { x, y: -26 }, { x: x + reach, y: -4 - lift })
}
