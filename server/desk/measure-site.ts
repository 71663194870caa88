import { randomUUID } from 'node:crypto'
import type { SiteReadings } from '../../app/desk/today/site-readings.ts'
import type { Machine } from '../../app/features/history/contract.ts'
import { createStreamMeter } from '../../app/features/live/measured/stream-meter.server.ts'
import { monotonicClock } from '../../app/platform/clock.ts'
import type { Resources } from '../../app/resources.ts'
import { readLastBackup } from '../backup/last-backup.ts'
import { readDisk } from '../metrics/collect-storage.ts'

/** Reads a few numbers in memory at this interval. */
const READ_EVERY_MS = 5_000

/** What this instance can say of itself. */
export function measureSite(
  { ingest }: Pick<Resources, 'ingest'>,
  dataDir: string,
): SiteReadings & { close(): void } {
  const meter = createStreamMeter({ ingest, monotonic: monotonicClock })
  const reading = setInterval(meter.take, READ_EVERY_MS).unref()
  meter.take()
  return {
    instance: randomUUID(),
    rates: meter.rates,
    machine: () => readMachine(dataDir),
    close: () => clearInterval(reading),
  }
}

async function readMachine(dataDir: string): Promise<Machine> {
  const disk = await readDisk(dataDir).catch(() => undefined)
  const backup = await readLastBackup(dataDir)
  return {
    memory_bytes: process.memoryUsage.rss(),
    disk: disk ? { free_bytes: disk.freeBytes, size_bytes: disk.sizeBytes } : null,
    backup_at: backup?.at.toISOString() ?? null,
  }
}
