import { statfs } from 'node:fs/promises'
import type { Db } from '../../app/platform/database/database.server.ts'
import { gauge, type Metric } from '../../app/platform/metrics/metrics.server.ts'
import { readLastBackup } from '../backup/last-backup.ts'

/** The disk of DATA_DIR. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; sizeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

export async function collectDisk(dataDir: string): Promise<Metric[]> {
  const { freeBytes, sizeBytes } = await readDisk(dataDir)
  const backup = await readLastBackup(dataDir)
  return [
    gauge('npc_stream_disk_free_bytes', 'Free space on the disk of DATA_DIR.', freeBytes),
    gauge('npc_stream_disk_size_bytes', 'Size of the disk of DATA_DIR.', sizeBytes),
    gauge(
      'npc_stream_backup_last_success_timestamp_seconds',
      'When the last backup was complete, as a Unix time; 0 if there is none.',
      backup ? backup.at.getTime() / 1_000 : 0,
    ),
    gauge('npc_stream_backup_last_size_bytes', 'Size of the last backup.', backup?.bytes ?? 0),
  ]
}

export async function collectDatabase(db: Db): Promise<Metric[]> {
  const { rows } = await db.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  )
  return [gauge('npc_stream_database_size_bytes', 'Size of the database.', Number(rows[0]?.bytes))]
}

export function collectPool({ totalCount, idleCount, waitingCount }: Db): Metric[] {
  return [
    gauge('npc_stream_database_connections', 'Connections to the database.', [
      { labels: { state: 'used' }, value: totalCount - idleCount },
      { labels: { state: 'idle' }, value: idleCount },
    ]),
    gauge('npc_stream_database_waiting', 'Queries that wait for a connection.', waitingCount),
  ]
}
