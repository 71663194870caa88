import type { Socket } from 'node:net'
import type { EventReaders } from '../plugins/event-readers.ts'
import type { Connections } from '../plugins/limit-connections.ts'
import type { DirectAnswer } from './answer-first.ts'

const EVENTS_ADDRESS = /^\/api\/events(?:\?since=(\d+))?$/

type Needs = { readers: EventReaders; connections: Connections; isOverloaded(): boolean }

/** A reader keeps its connection: a parser, a request and a response for each would be most of its memory. */
export function answerWithEvents({ readers, connections, isOverloaded }: Needs): DirectAnswer {
  return ({ url, headers, isSecure }, socket) => {
    const asked = EVENTS_ADDRESS.exec(url)
    if (!asked || isOverloaded()) return undefined
    const place = readers.enter(connections.addressOf(socket, headers['x-forwarded-for']))
    if ('rejectedWith' in place) return undefined
    return () => {
      socket.on('error', destroy).on('data', destroy).on('end', destroy)
      const lastId = headers['last-event-id'] ?? asked[1] ?? ''
      void readers.follow(socket, { isSecure, lastId, leave: place.leave })
    }
  }
}

/** More bytes would be another request, which can have no answer. */
function destroy(this: Socket): void {
  this.destroy()
}
