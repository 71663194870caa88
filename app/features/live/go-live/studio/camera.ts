export type CameraTrouble = 'denied' | 'missing' | 'busy' | 'lost'

export class CameraFailed extends Error {
  readonly trouble: CameraTrouble

  constructor(trouble: CameraTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export type Camera = Awaited<ReturnType<typeof openCamera>>

const VIDEO_CONSTRAINTS: MediaTrackConstraints = {
  width: { ideal: 1280, max: 1920 },
  height: { ideal: 720, max: 1920 },
  frameRate: { ideal: 30, max: 30 },
}
const TROUBLES = new Map<string, CameraTrouble>([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
])

/** Throws a `CameraFailed`. `onLost` is called when the camera is unplugged or its permission is withdrawn. */
export async function openCamera(onLost: () => void) {
  const stream = await open({ ...VIDEO_CONSTRAINTS, facingMode: 'user' }, true).catch(
    (error: CameraFailed) => {
      if (error.trouble !== 'missing') throw error
      return open(VIDEO_CONSTRAINTS, false)
    },
  )
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  let isClosed = false
  watchTracks()

  function watchTracks(): void {
    for (const track of stream.getVideoTracks()) track.onended = onLost
  }

  async function openDevice(deviceId: string): Promise<void> {
    const other = await open({ ...VIDEO_CONSTRAINTS, deviceId: { exact: deviceId } }, false)
    if (isClosed) return stopTracks(other)
    for (const track of other.getVideoTracks()) stream.addTrack(track)
    watchTracks()
  }

  /** Changes to the next camera; if that fails, throws a `CameraFailed` and keeps this one. */
  async function switchCamera(): Promise<void> {
    const [track] = stream.getVideoTracks()
    const current = track?.getSettings().deviceId ?? ''
    const next = cameras[(cameras.indexOf(current) + 1) % cameras.length]
    if (track === undefined || next === undefined) return
    // Phones open only one camera at a time.
    track.stop()
    stream.removeTrack(track)
    await openDevice(next).catch(async (error: unknown) => {
      await openDevice(current)
      throw error
    })
  }

  return {
    stream,
    canSwitch: cameras.length > 1,
    isOn: () => stream.getVideoTracks().some(isRunning),
    hasAudio: () => stream.getAudioTracks().some(isRunning),
    switch: switchCamera,
    close(): void {
      isClosed = true
      stopTracks(stream)
    },
  }
}

async function open(video: MediaTrackConstraints, audio: boolean): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video, audio }).catch((error: unknown) => {
    throw new CameraFailed((error instanceof DOMException && TROUBLES.get(error.name)) || 'busy')
  })
}

function isRunning({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'live'
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
