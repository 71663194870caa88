import { COIN_FRAMES, createScatter, FPS, SECONDS } from './loop.ts'

export const SAMPLE_RATE = 48_000
const LENGTH = SECONDS * SAMPLE_RATE
const BEAT = 0.5
const PEAK_LEVEL = 0.25
const ECHO = { seconds: 0.375, strength: 0.3, times: 4 }

type Stereo = { left: Float64Array; right: Float64Array }
/** After `fade` seconds a note has lost two thirds of its volume; `pan` is -1 for left to 1 for right. */
type Note = { at: number; pitch: number; volume: number; fade: number; attack: number; pan: number }

/** MIDI pitches, one row per bar. */
const BASS = [41, 45, 38, 36]
const CHORDS = [
  [57, 60, 64],
  [55, 60, 64],
  [57, 60, 65],
  [55, 58, 64],
]
/** A step is half a beat; 0 is a rest. */
const MELODY = [
  [72, 0, 69, 72, 76, 0, 74, 72],
  [0, 0, 67, 69, 72, 0, 67, 0],
  [74, 0, 72, 69, 0, 0, 69, 72],
  [70, 0, 67, 0, 69, 70, 0, 0],
]
const COINS = [81, 84, 89]

/** One loop as interleaved 16-bit stereo samples; notes that outlast the end continue at the start. */
export function renderAudio(): Buffer {
  const mix: Stereo = { left: new Float64Array(LENGTH), right: new Float64Array(LENGTH) }
  for (const note of [...bass(), ...chords(), ...melody(), ...coins()]) addNote(mix, note)
  addSteps(mix)
  return toSamples(withEcho(mix))
}

function bass(): Note[] {
  return BASS.flatMap((pitch, bar) =>
    [0, 1.5, 3].map((beat) => ({
      at: (bar * 4 + beat) * BEAT,
      pitch,
      volume: beat === 0 ? 0.5 : 0.34,
      fade: 0.4,
      attack: 0.012,
      pan: 0,
    })),
  )
}

function chords(): Note[] {
  return CHORDS.flatMap((pitches, bar) =>
    pitches.map((pitch, voice) => ({
      at: (bar * 4 + voice * 0.08) * BEAT,
      pitch,
      volume: 0.16,
      fade: 0.9,
      attack: 0.08,
      pan: (voice - 1) * 0.5,
    })),
  )
}

function melody(): Note[] {
  return MELODY.flatMap((bar, place) =>
    bar.map((pitch, step) => ({
      at: (place * 4 + step / 2) * BEAT,
      pitch,
      volume: step % 4 === 0 ? 0.3 : 0.24,
      fade: 0.22,
      attack: 0.006,
      pan: step % 2 === 0 ? 0.2 : -0.2,
    })),
  ).filter(({ pitch }) => pitch > 0)
}

function coins(): Note[] {
  return COINS.map((pitch, place) => ({
    at: (COIN_FRAMES[place] ?? 0) / FPS,
    pitch,
    volume: 0.2,
    fade: 0.3,
    attack: 0.006,
    pan: 0.1,
  }))
}

function addNote(mix: Stereo, { at, pitch, volume, fade, attack, pan }: Note): void {
  const hertz = 440 * 2 ** ((pitch - 69) / 12)
  const start = Math.round(at * SAMPLE_RATE)
  for (let sample = 0; sample < fade * 7 * SAMPLE_RATE; sample++) {
    const time = sample / SAMPLE_RATE
    const shape = volume * Math.min(1, time / attack) * Math.exp(-time / fade)
    add(mix, start + sample, shape * softTriangle(hertz * time), pan)
  }
}

/** The first overtones of a triangle wave: a toy, with its edges rounded. */
function softTriangle(turns: number): number {
  const angle = 2 * Math.PI * turns
  return Math.sin(angle) - Math.sin(3 * angle) / 9 + Math.sin(5 * angle) / 25
}

/** A foot on the pavement, every beat. */
function addSteps(mix: Stereo): void {
  const scatter = createScatter(11)
  for (let beat = 0; beat < SECONDS / BEAT; beat++) {
    let low = 0
    for (let sample = 0; sample < 0.08 * SAMPLE_RATE; sample++) {
      low += 0.12 * (2 * scatter() - 1 - low)
      const shape = 0.12 * Math.exp(-sample / (0.016 * SAMPLE_RATE))
      add(mix, beat * BEAT * SAMPLE_RATE + sample, shape * low, beat % 2 === 0 ? -0.15 : 0.15)
    }
  }
}

function withEcho(dry: Stereo): Stereo {
  const wet: Stereo = { left: dry.left.slice(), right: dry.right.slice() }
  for (let time = 1; time <= ECHO.times; time++) {
    const delay = Math.round(time * ECHO.seconds * SAMPLE_RATE)
    const [from, to] = time % 2 === 0 ? [dry.left, wet.left] : [dry.right, wet.right]
    for (let sample = 0; sample < LENGTH; sample++)
      addTo(to, sample + delay, ECHO.strength ** time * (from[sample] ?? 0))
  }
  return wet
}

function add({ left, right }: Stereo, sample: number, value: number, pan: number): void {
  addTo(left, sample, value * Math.sqrt((1 - pan) / 2))
  addTo(right, sample, value * Math.sqrt((1 + pan) / 2))
}

function addTo(channel: Float64Array, sample: number, value: number): void {
  const place = sample % LENGTH
  channel[place] = (channel[place] ?? 0) + value
}

function toSamples({ left, right }: Stereo): Buffer {
  const peak = [...left, ...right].reduce((highest, value) => Math.max(highest, Math.abs(value)), 0)
  const samples = Buffer.alloc(LENGTH * 4)
  for (let sample = 0; sample < LENGTH; sample++) {
    samples.writeInt16LE(Math.round(((left[sample] ?? 0) / peak) * PEAK_LEVEL * 32_767), sample * 4)
    samples.writeInt16LE(Math.round(((right[sample] ?? 0) / peak) * PEAK_LEVEL * 32_767), sample * 4 + 2)
  }
  return samples
}
