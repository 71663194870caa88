import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { StageHealth } from '../stage/contract.ts'
import { saveHealth } from '../stage/stages-store.server.ts'
import type { IngestStream } from './ingest-stream.server.ts'

type Needs = { db: Db; monotonic: Clock; instance: string }
type Sample = { at: number; bytes: number; playlists: number; parts: number; partSeconds: number }

/** Saves what the desk shows of a connected publisher: rates since the sample before. */
export function createHealthReports({ db, monotonic, instance }: Needs) {
  const samples = new WeakMap<IngestStream, Sample>()

  return async (npcId: string, stream: IngestStream): Promise<void> => {
    const next = takeSample(stream, monotonic.now())
    const last = samples.get(stream)
    samples.set(stream, next)
    const { lastPartAt, delayMs } = stream.traffic()
    const parts = last ? next.parts - last.parts : 0
    const health: StageHealth = {
      instance,
      bits_per_second: last ? Math.round(((next.bytes - last.bytes) * 8_000) / (next.at - last.at)) : null,
      part_s: last && parts > 0 ? (next.partSeconds - last.partSeconds) / parts : null,
      silent_s: lastPartAt === undefined ? null : (next.at - lastPartAt) / 1_000,
      delay_s: delayMs / 1_000,
      // A player that plays asks for one playlist per part.
      viewers: last && parts > 0 ? Math.round((next.playlists - last.playlists) / parts) : 0,
    }
    await saveHealth({ db }, npcId, health)
  }
}

function takeSample(stream: IngestStream, at: number): Sample {
  const { receivedBytes, playlists, partIntervals } = stream.traffic()
  const parts = partIntervals.counts.reduce((sum, count) => sum + count, 0)
  return { at, bytes: receivedBytes, playlists, parts, partSeconds: partIntervals.sum }
}
