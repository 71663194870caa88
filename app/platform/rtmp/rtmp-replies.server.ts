import type { Socket } from 'node:net'
import { u32 } from '../bytes.server.ts'
import { type AmfValue, encodeAmf0 } from './amf0.server.ts'
import { FIRST_CHUNK_SIZE } from './chunk-reader.server.ts'
import { encodeMessage } from './encode-message.server.ts'
import {
  ACKNOWLEDGEMENT,
  COMMAND,
  PEER_BANDWIDTH,
  SET_CHUNK_SIZE,
  USER_CONTROL,
  WINDOW_SIZE,
} from './message-types.server.ts'
import type { RtmpRejection } from './rtmp-publisher.server.ts'

const CONTROL_STREAM = 2
const COMMAND_STREAM = 3
const PUBLISH_STREAM_ID = 1
const WINDOW_BYTES = 5_000_000
const DYNAMIC_LIMIT = 2
/** A publisher that asks for replies and does not read them. */
const MAX_UNREAD = 256 * 1024
const OUR_CHUNK_SIZE = 4096
/** Enhanced RTMP 2. Nothing is decoded or encoded here, only forwarded. */
const CAN_FORWARD = 4
const MULTITRACK = 2
const ENHANCED = {
  fourCcList: ['avc1', 'mp4a', 'Opus'],
  videoFourCcInfoMap: { avc1: CAN_FORWARD },
  audioFourCcInfoMap: { mp4a: CAN_FORWARD, Opus: CAN_FORWARD },
  capsEx: MULTITRACK,
}

export type RtmpReplies = ReturnType<typeof createReplies>

/** What a server sends to a publisher. */
export function createReplies(socket: Socket) {
  let chunkSize = FIRST_CHUNK_SIZE
  let acknowledgedBytes = 0

  function send(chunkStream: number, type: number, streamId: number, payload: Buffer): void {
    if (socket.writableLength > MAX_UNREAD) socket.destroy()
    if (!socket.writable) return
    socket.write(encodeMessage(chunkStream, { type, timestamp: 0, streamId, payload }, chunkSize))
  }

  const control = (type: number, payload: Buffer) => send(CONTROL_STREAM, type, 0, payload)
  const result = (...values: AmfValue[]) => send(COMMAND_STREAM, COMMAND, 0, encodeAmf0('_result', ...values))
  const status = (level: 'status' | 'error', code: string, description: string) => {
    const command = encodeAmf0('onStatus', 0, null, { level, code, description })
    send(COMMAND_STREAM, COMMAND, PUBLISH_STREAM_ID, command)
  }

  return {
    acknowledge(receivedBytes: number): void {
      if (receivedBytes - acknowledgedBytes <= WINDOW_BYTES / 2) return
      acknowledgedBytes = receivedBytes
      control(ACKNOWLEDGEMENT, u32(receivedBytes % 2 ** 32))
    },
    acceptConnect(transaction: AmfValue): void {
      control(WINDOW_SIZE, u32(WINDOW_BYTES))
      control(PEER_BANDWIDTH, Buffer.concat([u32(WINDOW_BYTES), Buffer.of(DYNAMIC_LIMIT)]))
      control(SET_CHUNK_SIZE, u32(OUR_CHUNK_SIZE))
      chunkSize = OUR_CHUNK_SIZE
      const success = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Welcome.' }
      const server = { fmsVer: 'FMS/3,0,1,123', capabilities: 31, ...ENHANCED }
      result(transaction, server, { ...success, objectEncoding: 0 })
    },
    acceptStream: (transaction: AmfValue) => result(transaction, null, PUBLISH_STREAM_ID),
    acceptPublish(): void {
      control(USER_CONTROL, Buffer.from([0, 0, 0, 0, 0, PUBLISH_STREAM_ID]))
      status('status', 'NetStream.Publish.Start', 'You are live.')
    },
    reject: ({ code, message }: RtmpRejection) => status('error', code, message),
  }
}
