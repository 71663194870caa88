import { setTimeout as sleep } from 'node:timers/promises'
import { measureQueue } from '../../features/donations/payments/payment-checks-store.server.ts'
import { countDonationsBySlot, sumDonationsSince } from '../../features/donations/recent-sums-store.server.ts'
import { HISTORY_SLOTS, SLOT_MS, type StreamRate } from '../../features/history/contract.ts'
import { fillSlots } from '../../features/history/fill-slots.ts'
import {
  findEarlierVotes,
  listOtherInstances,
  listSlots,
  type Minute,
} from '../../features/history/minutes-store.server.ts'
import { listStreams } from '../../features/live/state/streams-store.server.ts'
import type { Npc } from '../../features/npcs/contract.ts'
import { listNpcs } from '../../features/npcs/npcs-store.server.ts'
import type { Resources } from '../../resources.ts'
import type { DonationSums, NpcToday, StreamNow, Today, TodayHistory } from './contract.ts'
import type { SiteReadings } from './site-readings.ts'

type Needs = Resources & { readings: SiteReadings }

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Long enough for a steady value, short enough to show what happens now. */
const RATES_OVER_MS = 16_000
const MAX_FORECAST_MS = 1_000

/** For the history: what this instance has seen in the last minute. */
export async function measureMinute({ db, presence, readings }: Needs): Promise<Minute> {
  const rates = readings.rates(60_000)
  const npcs = await listNpcs({ db })
  return {
    visitors: presence.online(),
    players: sum([...rates.values()].map(({ players }) => players)),
    votes: sum(npcs.map(votesOf)),
    npcs: Object.fromEntries(
      npcs.map(({ id, likes, dislikes }) => [id, { likes, dislikes, ...rates.get(id) }]),
    ),
    machine: await readings.machine(),
  }
}

// One query after another here: together they would take as many connections from the public site.

export async function readToday(needs: Needs): Promise<Today> {
  const { db, account, chain, presence, readings } = needs
  const npcs = await listNpcs({ db })
  const others = await listOtherInstances(db, readings.instance)
  const streams = await readStreams(needs, npcs, others)
  const { listed, claimed, overdueS } = await measureQueue(db, account.id)
  return {
    at: new Date().toISOString(),
    streams: streams.filter(({ state }) => state !== 'offline'),
    visitors: presence.online(),
    players: sum(streams.map(({ rate }) => rate?.players ?? 0)),
    votes: { count: sum(npcs.map(votesOf)), earlier: (await findEarlierVotes(db, undefined)) ?? null },
    donations: await sumDonations(needs, undefined),
    queue: { listed, claimed, overdue_s: overdueS },
    rpcs: chain.rpcHealth().map(({ name, isUp }) => ({ name, is_up: isUp })),
    forecast: await readForecast(needs),
    machines: [await readings.machine(), ...others.map(({ machine }) => machine)],
  }
}

/** Undefined for an unknown NPC. */
export async function readNpcToday(needs: Needs, npcId: string): Promise<NpcToday | undefined> {
  const { db, readings } = needs
  const npc = (await listNpcs({ db })).find(({ id }) => id === npcId)
  if (npc === undefined) return undefined
  const others = await listOtherInstances(db, readings.instance)
  const [stream] = await readStreams(needs, [npc], others)
  if (stream === undefined) return undefined
  const { likes, dislikes } = npc
  return {
    at: new Date().toISOString(),
    stream,
    votes: { likes, dislikes, earlier: (await findEarlierVotes(db, npcId)) ?? null },
    donations: await sumDonations(needs, npcId),
  }
}

/** Of the whole platform if no NPC is given. */
export async function readHistory({ db, account, clock }: Needs, npcId?: string): Promise<TodayHistory> {
  const history = fillSlots(await listSlots(db, npcId), clock.now())
  const slots = { since: new Date(history.from_ms), slotMs: SLOT_MS }
  const counts = await countDonationsBySlot(db, { account, npcId }, slots)
  const donations = new Array<number>(HISTORY_SLOTS).fill(0)
  for (const { at_ms, count } of counts) {
    const place = (at_ms - history.from_ms) / SLOT_MS
    if (place in donations) donations[place] = count
  }
  return { ...history, donations }
}

async function readStreams(
  { db, readings, playbacks }: Needs,
  npcs: Npc[],
  others: Pick<Minute, 'npcs'>[],
): Promise<StreamNow[]> {
  const states = new Map((await listStreams({ db })).map(({ npc_id, state }) => [npc_id, state]))
  const here = readings.rates(RATES_OVER_MS)
  return npcs.map(({ id, name }) => ({
    npc_id: id,
    name,
    state: states.get(id) ?? 'offline',
    is_external: playbacks.some(({ npcId }) => npcId === id),
    rate: here.get(id) ?? rateElsewhere(id, others) ?? null,
  }))
}

/** A publisher is connected to one instance, and so are its viewers. */
function rateElsewhere(npcId: string, others: Pick<Minute, 'npcs'>[]): StreamRate | undefined {
  for (const { npcs } of others) {
    const { bits_per_s, players = 0, delay_s = 0 } = npcs[npcId] ?? {}
    if (bits_per_s !== undefined) return { bits_per_s, players, delay_s }
  }
  return undefined
}

async function sumDonations({ db, account, clock }: Needs, npcId: string | undefined): Promise<DonationSums> {
  const since = (ms: number) => sumDonationsSince(db, { account, npcId }, new Date(clock.now() - ms))
  return { hour: await since(HOUR_MS), day: await since(DAY_MS) }
}

async function readForecast({ weather }: Needs): Promise<Today['forecast']> {
  const late = sleep(MAX_FORECAST_MS, undefined, { ref: false })
  return (await Promise.race([weather.current(), late]))?.source ?? null
}

function votesOf({ likes, dislikes }: Npc): number {
  return likes + dislikes
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
