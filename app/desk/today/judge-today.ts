import { MAX_BACKUP_AGE_MS, MIN_FREE_DISK } from '../../features/history/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import type { DonationSums, NpcToday, StreamNow, Today } from './contract.ts'
import { bitrate, bytes, counted, delay, duration, number, sol, timeOf } from './describe-amount.ts'
import { words } from './words.ts'

/** `advice` says what to do; without it, all is well. */
export type Finding = { id: string; title: string; text: string; advice?: string }

/** As the alerts have them, deploy/alerts.yml. */
const MAX_WAITING = 50
const MAX_OVERDUE_S = 120
const MAX_DELAY_S = 3

export function judgeToday(today: Today): Finding[] {
  const { streams, visitors, players, votes, donations } = today
  return [
    ...(streams.length === 0
      ? [{ id: 'stream', title: words.stream, text: words.nobodyLive }]
      : streams.map(judgeStream)),
    { id: 'visitors', title: words.visitors, text: describeVisitors(visitors, players) },
    {
      id: 'votes',
      title: words.votes,
      text: `${counted(words.votesNow, votes.count)}${change(votes.count, votes.earlier)}`,
    },
    { id: 'donations', title: words.donations, text: describeDonations(donations) },
    judgeQueue(today),
    judgeRpcs(today),
    judgeForecast(today),
    judgeDisk(today),
    judgeBackup(today),
    describeInstances(today),
  ]
}

export function judgeNpcToday({ stream, votes, donations }: NpcToday): Finding[] {
  const { likes, dislikes, earlier } = votes
  const both = `${counted(words.likes, likes)}, ${counted(words.dislikes, dislikes)}`
  return [
    judgeStream(stream),
    { id: 'votes', title: words.votes, text: `${both}${change(likes + dislikes, earlier)}` },
    { id: 'donations', title: words.donations, text: describeDonations(donations) },
  ]
}

function judgeStream({ npc_id, name, state, is_external, rate }: StreamNow): Finding {
  const found = { id: `stream-${npc_id}`, title: words.stream }
  if (state === 'offline') return { ...found, text: fill(words.offline, { name }) }
  if (state === 'reconnecting')
    return { ...found, text: fill(words.interrupted, { name }), advice: words.interruptedAdvice }
  if (is_external) return { ...found, text: fill(words.liveExternal, { name }) }
  if (rate === null) return { ...found, text: fill(words.liveUnmeasured, { name }) }
  const live = fill(words.live, { name, bitrate: bitrate(rate.bits_per_s), delay: delay(rate.delay_s) })
  const text = `${live} ${counted(words.playing, Math.round(rate.players))}`
  if (rate.delay_s <= MAX_DELAY_S) return { ...found, text }
  return { ...found, text, advice: fill(words.lateAdvice, { delay: delay(MAX_DELAY_S) }) }
}

function describeVisitors(visitors: number, players: number): string {
  const playing = Math.round(players)
  const second = playing === 0 ? words.noPlayers : counted(words.playersNow, playing)
  return `${counted(words.visitorsNow, visitors)} ${second}`
}

function change(now: number, earlier: Today['votes']['earlier']): string {
  if (earlier === null) return '.'
  const time = timeOf(earlier.at)
  if (now === earlier.votes) return `, ${fill(words.asManyAs, { time })}`
  const count = number(Math.abs(now - earlier.votes))
  return `, ${fill(now > earlier.votes ? words.more : words.fewer, { count, time })}`
}

function describeDonations({ hour, day }: DonationSums): string {
  const inHour =
    hour.count === 0 ? words.noneInHour : counted(words.inHour, hour.count, { sol: sol(hour.lamports) })
  if (day.count === hour.count) return inHour
  return `${inHour} ${counted(words.inDay, day.count, { sol: sol(day.lamports) })}`
}

function judgeQueue({ queue: { listed, claimed, overdue_s } }: Today): Finding {
  const found = { id: 'queue', title: words.queue }
  const waiting = listed + claimed
  if (waiting === 0) return { ...found, text: words.queueEmpty }
  const waits = counted(words.queueWaits, waiting)
  const late = fill(words.queueLate, { time: duration(overdue_s * 1_000) })
  if (overdue_s > MAX_OVERDUE_S) return { ...found, text: `${waits} ${late}`, advice: words.queueAdvice }
  return listed > MAX_WAITING
    ? { ...found, text: waits, advice: words.queueAdvice }
    : { ...found, text: waits }
}

function judgeRpcs({ rpcs }: Today): Finding {
  const found = { id: 'rpcs', title: words.rpcs }
  if (rpcs.length === 0) return { ...found, text: words.noRpcs, advice: words.allRpcsAdvice }
  const down = rpcs.filter(({ is_up }) => !is_up).map(({ name }) => name)
  if (down.length === 0) return { ...found, text: counted(words.allRpcs, rpcs.length) }
  if (down.length === rpcs.length) return { ...found, text: words.allRpcsDown, advice: words.allRpcsAdvice }
  const text = counted(words.rpcsDown, down.length, { names: down.join(', ') })
  return { ...found, text, advice: words.rpcsAdvice }
}

function judgeForecast({ forecast }: Today): Finding {
  const found = { id: 'forecast', title: words.forecast }
  if (forecast === null) return { ...found, text: words.forecastAsked }
  if (forecast === 'forecast') return { ...found, text: words.forecastWell }
  return { ...found, text: words.forecastGuess, advice: words.forecastAdvice }
}

function judgeDisk({ machines }: Today): Finding {
  const found = { id: 'disk', title: words.disk }
  const disks = machines.flatMap(({ disk }) => disk ?? [])
  const shareOf = ({ free_bytes, size_bytes }: (typeof disks)[number]) => free_bytes / size_bytes
  const [fullest] = disks.toSorted((one, other) => shareOf(one) - shareOf(other))
  if (fullest === undefined) return { ...found, text: words.diskUnread, advice: words.diskAdvice }
  const text = fill(machines.length > 1 ? words.diskFreeOfSeveral : words.diskFree, {
    free: bytes(fullest.free_bytes),
    percent: Math.round(shareOf(fullest) * 100),
    count: machines.length,
  })
  return shareOf(fullest) < MIN_FREE_DISK ? { ...found, text, advice: words.diskAdvice } : { ...found, text }
}

/** Of several instances, one makes the backups. */
function judgeBackup({ at, machines }: Today): Finding {
  const found = { id: 'backup', title: words.backup }
  const newest = machines
    .flatMap(({ backup_at }) => backup_at ?? [])
    .toSorted()
    .at(-1)
  if (newest === undefined) return { ...found, text: words.noBackup, advice: words.backupAdvice }
  const ageMs = Date.parse(at) - Date.parse(newest)
  const text = fill(words.backupAge, { age: duration(ageMs) })
  return ageMs > MAX_BACKUP_AGE_MS ? { ...found, text, advice: words.backupAdvice } : { ...found, text }
}

function describeInstances({ machines }: Today): Finding {
  const memory = bytes(machines.reduce((sum, { memory_bytes }) => sum + memory_bytes, 0))
  return {
    id: 'instances',
    title: words.instances,
    text: counted(words.instancesRun, machines.length, { memory }),
  }
}
