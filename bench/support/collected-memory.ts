import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import type { RunningSite } from '../../tests/support/site/running-site.ts'

const LISTENING = /Debugger listening on (ws:\S+)/
const MEASURE = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'

/** Variables of a site whose inspector takes any free port, so that several can be read at once. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' }

/** Reads a running site's memory after garbage collection through Node's inspector. */
export async function openCollectedMemory({ pid, output }: RunningSite) {
  process.kill(pid, 'SIGUSR1')
  let address: string | undefined
  while (address === undefined) {
    await sleep(100)
    address = LISTENING.exec(output().err)?.[1]
  }
  const inspector = new WebSocket(address)
  await once(inspector, 'open')
  let lastId = 0

  async function call<T>(method: string, params = {}): Promise<T> {
    lastId += 1
    const id = lastId
    inspector.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [text] = await once(inspector, 'message')
      const answer = JSON.parse(String(text))
      if (answer.id === id) return answer.result
    }
  }

  return {
    async bytes(): Promise<number> {
      await call('HeapProfiler.collectGarbage')
      const { result } = await call<{ result: { value: number } }>('Runtime.evaluate', {
        expression: MEASURE,
      })
      return result.value
    },
    close: () => inspector.close(),
  }
}
