import { MAX_BACKUP_AGE_MS, MIN_FREE_DISK } from '../../app/features/history/contract.ts'
import { type Finding, note, well, wrong } from './finding.ts'

const DAY_MS = 24 * 60 * 60_000

/** `offsetMs`: how far the other clock is ahead of ours. */
export type OtherClock = { source: string; offsetMs: number }

const MAX_OFFSET_MS = 5_000

export function judgeClock(clocks: OtherClock[]): Finding {
  const [worst] = clocks.toSorted((one, other) => Math.abs(other.offsetMs) - Math.abs(one.offsetMs))
  if (worst === undefined) return note('clock', 'there is no other machine to compare it with')
  const { source, offsetMs } = worst
  const seconds = `${(Math.abs(offsetMs) / 1_000).toFixed(1)} s`
  if (Math.abs(offsetMs) <= MAX_OFFSET_MS) return well('clock', `within ${seconds} of ${source}`)
  const direction = offsetMs > 0 ? 'behind' : 'ahead of'
  return wrong(
    'clock',
    `${seconds} ${direction} ${source}`,
    'synchronise it, with systemd-timesyncd or chrony',
  )
}

export function judgeDisk({ freeBytes, sizeBytes }: { freeBytes: number; sizeBytes: number }): Finding {
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free, ${((freeBytes / sizeBytes) * 100).toFixed(0)} %`
  if (freeBytes / sizeBytes < MIN_FREE_DISK)
    return wrong('disk', free, 'a full disk stops the database: move backups away or get a larger disk')
  return well('disk', free)
}

export type DatabaseFacts =
  | { failure: string }
  | { version: string; versionNumber: number; bytes: number; missingMigrations: number }

const MIN_VERSION = 150_000

export function judgeDatabase(facts: DatabaseFacts): Finding {
  if ('failure' in facts)
    return wrong(
      'database',
      `it cannot be read (${facts.failure})`,
      'start the site or its PostgreSQL server',
    )
  const { version, versionNumber, bytes, missingMigrations } = facts
  const found = `PostgreSQL ${version}, ${(bytes / 1e6).toFixed(0)} MB`
  if (versionNumber < MIN_VERSION) return wrong('database', found, 'upgrade the server to 15 or newer')
  if (missingMigrations > 0)
    return wrong('database', `${found}, ${missingMigrations} migrations behind`, 'restart the site')
  return well('database', found)
}

type BackupFacts = { at: Date; bytes: number; path: string } | undefined

export function judgeBackup(backup: BackupFacts, now: number): Finding {
  const advice = 'run "npm run backup -- FILE" and set up the timer of docs/backup.md'
  if (backup === undefined) return wrong('backup', 'there is none', advice)
  const ageMs = now - backup.at.getTime()
  const found = `${backup.path}, ${(backup.bytes / 1e6).toFixed(1)} MB, ${describeAge(ageMs)} old`
  return ageMs > MAX_BACKUP_AGE_MS ? wrong('backup', found, advice) : well('backup', found)
}

function describeAge(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  return ms < 2 * DAY_MS ? `${Math.round(minutes / 60)} h` : `${Math.floor(ms / DAY_MS)} days`
}

export function judgeStreamKeys(npcIds: string[]): Finding {
  if (npcIds.length === 0)
    return note('stream key', 'no NPC can stream by RTMP or browser; "npm run stream-key -- 1" makes a key')
  return well('stream key', `of NPC ${npcIds.join(', ')}, made by the site from 24 random bytes`)
}

export function judgeForecastService(failure: string | undefined, url: string): Finding {
  const { host } = new URL(url)
  if (failure === undefined) return well('forecast', `${host} answers`)
  return wrong(
    'forecast',
    `${host}: ${failure}; pages show a guess`,
    'check the firewall, or set WEATHER_URL',
  )
}
