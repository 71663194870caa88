import { expect, test } from 'vitest'
import { createHistogram } from '../../../platform/metrics/histogram.server.ts'
import type { Ingest } from '../ingest/ingest.server.ts'
import { createStreamMeter } from './stream-meter.server.ts'

type Traffic = ReturnType<Ingest['traffic']>[number]

/** A stream of which a test says what was received, and how many play it. */
function meterOf() {
  let now = 1_000_000
  const intervals = createHistogram([1])
  const stream: Traffic = {
    npcId: '1',
    hasPublisher: true,
    receivedBytes: 0,
    playlists: 0,
    partIntervals: intervals.state(),
    silentS: 0,
  }
  let streams: Traffic[] = [stream]
  const meter = createStreamMeter({
    ingest: { traffic: () => streams },
    monotonic: { now: () => now },
  })
  return {
    meter,
    stream,
    set: (next: Traffic[]) => {
      streams = next
    },
    /** Parts of `partS` for some seconds, at 8 kbit each, for so many players. */
    play(seconds: number, { partS = 0.2, players = 0 } = {}): void {
      for (let part = 0; part < seconds / partS; part += 1) {
        now += partS * 1_000
        intervals.observe(partS)
        stream.receivedBytes += 1_000
        stream.partIntervals = { ...intervals.state() }
        stream.playlists += players
        if (Math.round(part * partS * 10) % 50 === 0) meter.take()
      }
    },
  }
}

test('a stream that was read once has no rates yet', () => {
  const { meter } = meterOf()
  expect([...meter.rates(16_000)]).toEqual([])
  meter.take()
  expect([...meter.rates(16_000)]).toEqual([])
})

test('bitrate, players and delay are those of the last seconds', () => {
  const { meter, play } = meterOf()
  meter.take()
  play(60)
  play(20, { players: 12 })
  const { bits_per_s, players, delay_s } = meter.rates(16_000).get('1') ?? {}
  expect(bits_per_s).toBeCloseTo(40_000, -2)
  expect(players).toBeCloseTo(12)
  expect(delay_s).toBeCloseTo(0.704)
})

test('longer parts are a longer delay, and so is silence', () => {
  const { meter, play, stream } = meterOf()
  meter.take()
  play(30, { partS: 1 })
  expect(meter.rates(16_000).get('1')?.delay_s).toBeCloseTo(3.2)
  stream.silentS = 7
  expect(meter.rates(16_000).get('1')?.delay_s).toBe(7)
})

test('a publisher that left has no rates, and one that comes back begins again', () => {
  const { meter, play, set, stream } = meterOf()
  meter.take()
  play(30)
  set([{ ...stream, hasPublisher: false }])
  expect([...meter.rates(16_000)]).toEqual([])
  const again = { ...stream, receivedBytes: 500, partIntervals: createHistogram([1]).state() }
  set([again])
  expect([...meter.rates(60_000)]).toEqual([])
})
