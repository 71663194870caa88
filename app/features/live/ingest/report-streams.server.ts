import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import { CONFIRM_EVERY_MS } from '../state/stream-state.ts'
import { confirmStream, reportStreamState } from '../state/streams-store.server.ts'
import type { IngestStream } from './ingest-stream.server.ts'
import { takenOver, unknownKey } from './publisher.server.ts'
import { checkKey } from './stream-keys.server.ts'

type Streams = ReadonlyMap<string, IngestStream>
type ReportOptions = {
  db: Db
  monotonic: Clock
  /** Stops the streams that the desk stopped, which tells their publishers why. */
  readRules(): Promise<void>
  reportHealth(npcId: string, stream: IngestStream): Promise<void>
}

/** Reports what has changed, and confirms that live publishers are still there and still allowed to be. */
export async function reportStreams(options: ReportOptions, streams: Streams): Promise<void> {
  for (const [npcId, stream] of streams) {
    if (stream.state() !== stream.reported().state) await reportState(options, npcId, stream)
    else await confirmPublisher(options, npcId, stream)
  }
}

async function reportState(
  { db, readRules }: ReportOptions,
  npcId: string,
  stream: IngestStream,
): Promise<void> {
  const reported = stream.reported()
  const publisher = stream.publisher()
  const state = stream.state()
  const isOwner = await reportStreamState({ db }, { npcId, session: reported.session, state })
  // A publisher that took over meanwhile has a report of its own.
  if (stream.reported() !== reported) return
  reported.state = state
  if (reported.isOwner && !isOwner) await endTakenOver(readRules, stream, publisher)
  reported.isOwner = isOwner
}

/** Unless the desk stopped the stream: its publisher then knows why. */
async function endTakenOver(
  readRules: ReportOptions['readRules'],
  stream: IngestStream,
  publisher: ReturnType<IngestStream['publisher']>,
): Promise<void> {
  await readRules()
  if (publisher === stream.publisher()) publisher?.connection.close(takenOver())
}

async function confirmPublisher(options: ReportOptions, npcId: string, stream: IngestStream): Promise<void> {
  const { db, monotonic, readRules, reportHealth } = options
  const reported = stream.reported()
  const publisher = stream.publisher()
  const isDue = monotonic.now() - reported.confirmedAt > CONFIRM_EVERY_MS / 2
  // With a delay, viewers get the video for a while after its publisher has left.
  const isServed = publisher !== undefined || stream.state() === 'live'
  if (!isServed || !isDue) return
  reported.confirmedAt = monotonic.now()
  const isKeyValid = publisher === undefined || (await checkKey({ db }, publisher.key)) === npcId
  if (!isKeyValid) return publisher.connection.close(unknownKey())
  if (publisher) await reportHealth(npcId, stream)
  if (!reported.isOwner) return
  const state = await confirmStream({ db }, npcId, reported.session)
  if (stream.reported() !== reported) return
  if (state === undefined) await endTakenOver(readRules, stream, publisher)
  else reported.state = state
}
