export type Box = { type: string; start: number; content: Buffer; inside: Box[] }

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'])

/** Throws unless the lengths of the boxes add up. */
export function parseBoxes(bytes: Buffer, offset = 0): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + length)
    if (length < 8 || content.length !== length - 8) throw new Error(`the box ${type} is cut off`)
    boxes.push({
      type,
      start: offset + at,
      content,
      inside: CONTAINERS.has(type) ? parseBoxes(content, offset + at + 8) : [],
    })
    at += length
  }
  return boxes
}

export function findBoxes(boxes: Box[], path: string): Box[] {
  const [first = '', ...rest] = path.split('/')
  const found = boxes.filter(({ type }) => type === first)
  return rest.length === 0 ? found : found.flatMap(({ inside }) => findBoxes(inside, rest.join('/')))
}

type Run = { trackId: number; start: number; end: number; samples: number }

/** The times of a fragment's samples, in each track's timescale. */
export function readRuns(fragment: Buffer): Run[] {
  return findBoxes(parseBoxes(fragment), 'moof/traf').map(({ inside }) => {
    const content = (type: string) => inside.find((box) => box.type === type)?.content ?? Buffer.alloc(0)
    const run = content('trun')
    const samples = run.readUInt32BE(4)
    const durations = Array.from({ length: samples }, (_, place) => run.readUInt32BE(12 + place * 16))
    const start = Number(content('tfdt').readBigUInt64BE(4))
    const end = durations.reduce((sum, duration) => sum + duration, start)
    return { trackId: content('tfhd').readUInt32BE(4), start, end, samples }
  })
}

/** A segment is fragments one after the other, each a moof and an mdat. */
export function readSegment(segment: Buffer): ReturnType<typeof readRuns> {
  const runs = []
  for (let at = 0; at < segment.length; ) {
    const moof = segment.readUInt32BE(at)
    const length = moof + segment.readUInt32BE(at + moof)
    runs.push(...readRuns(segment.subarray(at, at + length)))
    at += length
  }
  return runs
}
