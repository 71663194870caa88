import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Camera, CameraFailed, type CameraTrouble, openCamera } from './encoding/camera.ts'

export type CameraInHand = {
  camera: Camera | undefined
  trouble: CameraTrouble | undefined
  isBusy: boolean
  isMuted: boolean
  turnOn(): Promise<void>
  switchCamera(): Promise<void>
  toggleMuted(): void
}

/** The visitor's own camera, shown in `video`; it is let go when the page is left. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraInHand {
  const [camera, setCamera] = useState<Camera>()
  const [trouble, setTrouble] = useState<CameraTrouble>()
  const [isBusy, setBusy] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const held = useRef<Camera>(undefined)
  const isHere = useRef(false)

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      held.current?.close()
    }
  }, [])

  function hold(next: Camera | undefined): void {
    held.current = next
    setCamera(next)
    setMuted(false)
    if (video.current) video.current.srcObject = next?.stream ?? null
  }

  function lose(why: CameraTrouble): void {
    held.current?.close()
    hold(undefined)
    setTrouble(why)
  }

  async function attempt(act: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setTrouble(undefined)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CameraFailed)) throw error
      if (held.current?.isOn()) setTrouble(error.trouble)
      else lose(error.trouble)
    } finally {
      setBusy(false)
    }
  }

  async function turnOn(): Promise<void> {
    const opened = await openCamera(() => lose('lost'))
    if (isHere.current) hold(opened)
    else opened.close()
  }

  return {
    camera,
    trouble,
    isBusy,
    isMuted,
    turnOn: () => attempt(turnOn),
    switchCamera: () => attempt(async () => camera?.switch()),
    toggleMuted() {
      for (const track of camera?.stream.getAudioTracks() ?? []) track.enabled = isMuted
      setMuted(!isMuted)
    },
  }
}
