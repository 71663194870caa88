import { setTimeout as sleep } from 'node:timers/promises'

export type ReceivedEvent = { id: number; name: string; data: unknown }

const RECONNECT_MS = 500

/** Works like the browser's EventSource: reconnects, and sends the id of the last event. */
export function readEvents(url: string): { received: ReceivedEvent[]; close(): void } {
  const received: ReceivedEvent[] = []
  const closing = new AbortController()

  async function readOnce(): Promise<void> {
    const lastId = received.at(-1)?.id
    const response = await fetch(`${url}/api/events`, {
      headers: lastId === undefined ? {} : { 'last-event-id': String(lastId) },
      signal: closing.signal,
    })
    if (!response.ok || response.body === null) return
    let text = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const end = text.lastIndexOf('\n\n')
      received.push(
        ...text
          .slice(0, end + 1)
          .split('\n\n')
          .flatMap(parse),
      )
      text = text.slice(end + 1)
    }
  }

  async function keepReading(): Promise<void> {
    while (!closing.signal.aborted) {
      await readOnce().catch(() => {})
      await sleep(RECONNECT_MS)
    }
  }

  void keepReading()
  return { received, close: () => closing.abort() }
}

function parse(frame: string): ReceivedEvent[] {
  const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
  const [, name] = /^event: (.+)$/m.exec(frame) ?? []
  const [, data] = /^data: (.+)$/m.exec(frame) ?? []
  return id && name && data ? [{ id: Number(id), name, data: JSON.parse(data) }] : []
}
