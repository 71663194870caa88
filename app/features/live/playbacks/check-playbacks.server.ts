import { startBackgroundTask } from '../../../platform/async/background-task.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { NpcPlayback } from '../contract.ts'
import { reportStreamState } from '../state/streams-store.server.ts'
import { judgePlayback } from './judge-playback.ts'
import { claimPlaybackChecks, resumeReported, savePlaybackCheck } from './playback-checks-store.server.ts'
import { pollPlayback } from './poll-playback.server.ts'

type Needs = { db: Db; clock: Clock; log: Log; playbacks: NpcPlayback[] }

export const CHECK_EVERY_MS = 15_000
/** A round that starts a little early must not skip an interval. */
const SLACK_MS = 1_000

/** Polls the video of each stream that a media server reported, and reports when it stops or returns. */
export async function checkPlaybacks({ db, clock, log, playbacks }: Needs): Promise<void> {
  const npcIds = playbacks.map(({ npcId }) => npcId)
  const now = new Date(clock.now())
  const due = await claimPlaybackChecks({ db }, npcIds, now, CHECK_EVERY_MS - SLACK_MS)
  await Promise.all(
    due.map(async (known) => {
      const { npcId, session } = known
      const playback = playbacks.find((one) => one.npcId === npcId)
      if (playback === undefined) return
      const { next, ...found } = judgePlayback(known, await pollPlayback(playback))
      await savePlaybackCheck({ db }, { npcId, session, ...found })
      if (next === 'reconnecting' && (await reportStreamState({ db }, { npcId, session, state: next })))
        log.warn({ npcId }, 'no new video comes from the playback address; the stream counts as interrupted')
      if (next === 'live' && (await resumeReported({ db }, npcId, session)))
        log.info({ npcId }, 'new video comes from the playback address; the stream is live again')
    }),
  )
}

/** Without a playback address there is nothing to poll. */
export function keepCheckingPlaybacks(needs: Needs): { close(): void } {
  const checking = startBackgroundTask({
    work: () => checkPlaybacks(needs).then(() => ({ againInMs: CHECK_EVERY_MS })),
    log: needs.log,
    failing: 'playback addresses cannot be checked',
    recovered: 'playback addresses are checked again',
    level: 'debug',
    startsIdle: needs.playbacks.length === 0,
  })
  return { close: () => void checking.close() }
}
