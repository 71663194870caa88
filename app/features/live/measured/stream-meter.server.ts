import type { Clock } from '../../../platform/clock.ts'
import type { Ingest } from '../ingest/ingest.server.ts'
import { HOLD_BACK_PARTS } from '../packaging/media-playlist.server.ts'
import { PART_TARGET_S } from '../packaging/packager.server.ts'

/** Totals of one stream at one moment. */
type Totals = { bytes: number; parts: number; partSeconds: number; playlists: number; silentS: number }
type Reading = { at: number; streams: Map<string, Totals> }
type MeterNeeds = { ingest: Pick<Ingest, 'traffic'>; monotonic: Clock }

const KEPT_MS = 75_000

/** Derives rates from totals that exist anyway. Nothing is counted here. */
export function createStreamMeter({ ingest, monotonic }: MeterNeeds) {
  let readings: Reading[] = []

  function read(): Reading {
    const published = ingest.traffic().filter(({ hasPublisher }) => hasPublisher)
    const streams = published.map(
      ({ npcId, receivedBytes, playlists, partIntervals, silentS = 0 }): [string, Totals] => [
        npcId,
        {
          bytes: receivedBytes,
          parts: partIntervals.counts.reduce((sum, count) => sum + count, 0),
          partSeconds: partIntervals.sum,
          playlists,
          silentS,
        },
      ],
    )
    return { at: monotonic.now(), streams: new Map(streams) }
  }

  /** The oldest reading of the period since which the stream was not opened again. */
  function findBase(
    npcId: string,
    newest: Totals,
    since: number,
  ): { at: number; totals: Totals } | undefined {
    let base: { at: number; totals: Totals } | undefined
    for (const { at, streams } of readings.toReversed()) {
      const totals = streams.get(npcId)
      if (at < since || totals === undefined || totals.bytes > (base?.totals ?? newest).bytes) break
      base = { at, totals }
    }
    return base
  }

  return {
    /** Call it every few seconds. */
    take(): void {
      const reading = read()
      readings = [...readings.filter(({ at }) => reading.at - at < KEPT_MS), reading]
    },
    /** Of each stream that is received here and was read at least once before. */
    rates(overMs: number): Map<string, { bits_per_s: number; players: number; delay_s: number }> {
      const { at: now, streams } = read()
      const measured = [...streams].flatMap(([npcId, totals]) => {
        const base = findBase(npcId, totals, now - overMs)
        if (base === undefined || base.at === now) return []
        return [[npcId, rateBetween(base.totals, totals, now - base.at)] as const]
      })
      return new Map(measured)
    },
  }
}

function rateBetween(base: Totals, now: Totals, ms: number) {
  const parts = now.parts - base.parts
  const partS = parts > 0 ? (now.partSeconds - base.partSeconds) / parts : 0
  return {
    bits_per_s: ((now.bytes - base.bytes) * 8_000) / ms,
    players: parts > 0 ? (now.playlists - base.playlists) / parts : 0,
    // Players stay so many parts behind, and cannot be nearer than the newest part.
    delay_s: Math.max(Math.max(PART_TARGET_S, partS) * HOLD_BACK_PARTS, now.silentS),
  }
}
