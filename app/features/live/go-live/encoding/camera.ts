export type CameraTrouble = 'unsupported' | 'insecure' | 'denied' | 'missing' | 'busy' | 'lost'

export class CameraFailed extends Error {
  readonly trouble: CameraTrouble

  constructor(trouble: CameraTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export type Camera = {
  stream: MediaStream
  canSwitch: boolean
  isOn(): boolean
  hasSound(): boolean
  /** To the next one there is; throws a `CameraFailed` and stays with this one when that cannot be had. */
  switch(): Promise<void>
  close(): void
}

const PICTURE: MediaTrackConstraints = {
  width: { ideal: 1280, max: 1920 },
  height: { ideal: 720, max: 1920 },
  frameRate: { ideal: 30, max: 30 },
}

/** Throws a `CameraFailed`. `onLost` is told when somebody takes it away: a plug pulled, a permission withdrawn. */
export async function openCamera(onLost: () => void): Promise<Camera> {
  if (!window.isSecureContext) throw new CameraFailed('insecure')
  if (!('VideoEncoder' in window)) throw new CameraFailed('unsupported')
  const stream = await open({ ...PICTURE, facingMode: 'user' }, true).catch((error: CameraFailed) => {
    if (error.trouble !== 'missing') throw error
    return open(PICTURE, false)
  })
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
  let isClosed = false
  watch()

  function watch(): void {
    for (const track of stream.getVideoTracks()) track.onended = onLost
  }

  async function take(deviceId: string): Promise<void> {
    const other = await open({ ...PICTURE, deviceId: { exact: deviceId } }, false)
    if (isClosed) return stopTracks(other)
    for (const track of other.getVideoTracks()) stream.addTrack(track)
    watch()
  }

  async function switchCamera(): Promise<void> {
    const [track] = stream.getVideoTracks()
    const here = track?.getSettings().deviceId ?? ''
    const next = cameras[(cameras.indexOf(here) + 1) % cameras.length]
    if (track === undefined || next === undefined) return
    // Phones open one camera at a time.
    track.stop()
    stream.removeTrack(track)
    await take(next).catch(async (error: unknown) => {
      await take(here)
      throw error
    })
  }

  return {
    stream,
    canSwitch: cameras.length > 1,
    isOn: () => stream.getVideoTracks().some(isRunning),
    hasSound: () => stream.getAudioTracks().some(isRunning),
    switch: switchCamera,
    close() {
      isClosed = true
      stopTracks(stream)
    },
  }
}

async function open(video: MediaTrackConstraints, audio: boolean): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video, audio }).catch((error: unknown) => {
    throw new CameraFailed(troubleOf(error))
  })
}

function isRunning({ readyState }: MediaStreamTrack): boolean {
  return readyState === 'live'
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function troubleOf(error: unknown): CameraTrouble {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    default:
      return 'busy'
  }
}
