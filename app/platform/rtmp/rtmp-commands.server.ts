import type { AmfValue } from './amf0.server.ts'
import { MalformedRtmp } from './chunk-reader.server.ts'
import { type PublishRequest, RtmpRejection } from './rtmp-publisher.server.ts'
import type { RtmpReplies } from './rtmp-replies.server.ts'

type Actions = { publish(request: PublishRequest): void; unpublish(): void }

/** Follows a publisher's commands, in the order in which OBS and ffmpeg send them. */
export function createCommands(replies: RtmpReplies, actions: Actions): (command: AmfValue[]) => void {
  let app = ''
  let hasAskedToPublish = false

  function publish(key: AmfValue): void {
    if (hasAskedToPublish) throw new MalformedRtmp('there is a publisher on this connection')
    hasAskedToPublish = true
    if (typeof key !== 'string') throw new RtmpRejection('The stream key is not text.')
    actions.publish({ app, key })
  }

  return ([name, transaction, ...values]) => {
    switch (name) {
      case 'connect':
        app = readApp(values[0])
        return replies.acceptConnect(transaction)
      case 'createStream':
        return replies.acceptStream(transaction)
      case 'publish':
        return publish(values[1] ?? '')
      case 'deleteStream':
      case 'FCUnpublish':
        return actions.unpublish()
      case 'play':
        throw new MalformedRtmp('nobody watches here')
    }
  }
}

function readApp(options: AmfValue): string {
  const app = (isObject(options) ? options.app : undefined) ?? ''
  if (typeof app !== 'string') throw new RtmpRejection('The name of the application is not text.')
  const [path = ''] = app.split('?', 1)
  let length = path.length
  while (path[length - 1] === '/') length -= 1
  return path.slice(0, length)
}

function isObject(value: AmfValue): value is { [key: string]: AmfValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
