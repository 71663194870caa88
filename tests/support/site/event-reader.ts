import { setTimeout as sleep } from 'node:timers/promises'

export type HeardEvent = { id: number; name: string; data: unknown }

const RECONNECT_AFTER_MS = 500

/** As the browser's EventSource does it: comes back after a break, and says what it heard last. */
export function readEvents(url: string): { heard: HeardEvent[]; close(): void } {
  const heard: HeardEvent[] = []
  const closing = new AbortController()

  async function readOnce(): Promise<void> {
    const lastId = heard.at(-1)?.id
    const response = await fetch(`${url}/api/events`, {
      headers: lastId === undefined ? {} : { 'last-event-id': String(lastId) },
      signal: closing.signal,
    })
    if (!response.ok || response.body === null) return
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const end = text.lastIndexOf('\n\n')
      heard.push(
        ...text
          .slice(0, end + 1)
          .split('\n\n')
          .flatMap(parse),
      )
      text = text.slice(end + 1)
    }
  }

  async function readForEver(): Promise<void> {
    while (!closing.signal.aborted) {
      await readOnce().catch(() => {})
      await sleep(RECONNECT_AFTER_MS)
    }
  }

  void readForEver()
  return { heard, close: () => closing.abort() }
}

function parse(frame: string): HeardEvent[] {
  const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
  const [, name] = /^event: (.+)$/m.exec(frame) ?? []
  const [, data] = /^data: (.+)$/m.exec(frame) ?? []
  return id && name && data ? [{ id: Number(id), name, data: JSON.parse(data) }] : []
}
