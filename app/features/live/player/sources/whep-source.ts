import { ANSWERS_WITHIN_MS, type OpenVideoSource } from './video-source.ts'

const MAX_GATHERING_MS = 2_000
const BROKEN: RTCPeerConnectionState[] = ['failed', 'disconnected', 'closed']

/** WebRTC by WHEP: the offer is posted, the response is the answer. */
export const openWhep: OpenVideoSource = async (video, url, onEnd) => {
  const connection = new RTCPeerConnection()
  connection.addTransceiver('video', { direction: 'recvonly' })
  connection.addTransceiver('audio', { direction: 'recvonly' })
  const stream = new MediaStream()
  connection.addEventListener('track', ({ track }) => stream.addTrack(track))
  connection.addEventListener('connectionstatechange', () => {
    if (BROKEN.includes(connection.connectionState)) onEnd()
  })
  const session = await negotiate(connection, url).catch((error: unknown) => {
    connection.close()
    throw error
  })
  video.srcObject = stream
  return {
    delayMs: () => readDelay(connection),
    // WebRTC has no buffer to fall behind in.
    goLive: () => {},
    setFetching(isOn) {
      for (const { track } of connection.getReceivers()) track.enabled = isOn
    },
    close() {
      connection.close()
      video.srcObject = null
      if (session) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => {})
    },
  }
}

/** Returns the URL that ends the session, if the server named one. */
async function negotiate(connection: RTCPeerConnection, url: string): Promise<string | undefined> {
  await connection.setLocalDescription()
  await gatherCandidates(connection)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  })
  if (!response.ok) throw new Error(`there is no stream at ${url} (${response.status})`)
  await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  const session = response.headers.get('location')
  return session === null ? undefined : new URL(session, url).href
}

async function gatherCandidates(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_GATHERING_MS)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Half the round trip plus the time in the jitter buffer. */
async function readDelay(connection: RTCPeerConnection): Promise<number | undefined> {
  let delayS: number | undefined
  for (const report of (await connection.getStats()).values()) {
    const isVideo = report.type === 'inbound-rtp' && report.kind === 'video'
    if (isVideo && report.jitterBufferEmittedCount > 0)
      delayS = (delayS ?? 0) + report.jitterBufferDelay / report.jitterBufferEmittedCount
    if (report.type === 'candidate-pair' && report.nominated)
      delayS = (delayS ?? 0) + (report.currentRoundTripTime ?? 0) / 2
  }
  return delayS === undefined ? undefined : delayS * 1_000
}
