import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { randomVote } from './vote-load.ts'

type Load = { url: string; callers: number; seconds: number }
export type CallResult = {
  seconds: number
  p50Ms: number
  p99Ms: number
  byStatus: Record<string, number>
  unanswered: number
}

const THIS_FILE = fileURLToPath(import.meta.url)

/** Votes from a separate process, so that measurements in this one do not wait for the callers. */
export async function runCallers(load: Load): Promise<CallResult> {
  const child = fork(THIS_FILE)
  child.send(load)
  const [result] = (await once(child, 'message')) as [CallResult]
  child.disconnect()
  return result
}

if (process.argv[1] === THIS_FILE)
  process.once('message', async ({ url, callers, seconds }: Load) => {
    const result = await autocannon({
      url,
      connections: callers,
      duration: seconds,
      timeout: 30,
      requests: [{ setupRequest: (request) => ({ ...request, ...randomVote() }) }],
    })
    const stats = Object.entries(result.statusCodeStats ?? {})
    process.send?.({
      seconds: result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      byStatus: Object.fromEntries(stats.map(([status, { count = 0 }]) => [status, count])),
      unanswered: result.errors + result.resets,
    } satisfies CallResult)
  })
