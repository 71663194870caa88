import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Camera, CameraFailed, type CameraTrouble, openCamera } from './camera.ts'
import { findObstacle, type Obstacle } from './find-obstacle.ts'

export type OwnCamera = ReturnType<typeof useCamera>

/** The visitor's own camera, shown in `video` and turned off when the visitor leaves the page. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [obstacle, setObstacle] = useState<Obstacle>()
  const [camera, setCamera] = useState<Camera>()
  const [trouble, setTrouble] = useState<CameraTrouble>()
  const [isBusy, setBusy] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const shown = useRef<Camera>(undefined)
  const isMounted = useRef(false)

  useEffect(() => {
    isMounted.current = true
    void findObstacle().then(setObstacle)
    return () => {
      isMounted.current = false
      shown.current?.close()
    }
  }, [])

  function show(next: Camera | undefined): void {
    shown.current = next
    setCamera(next)
    setMuted(false)
    if (video.current) video.current.srcObject = next?.stream ?? null
  }

  function lose(why: CameraTrouble): void {
    shown.current?.close()
    show(undefined)
    setTrouble(why)
  }

  async function attempt(action: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setTrouble(undefined)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CameraFailed)) throw error
      if (shown.current?.isOn()) setTrouble(error.trouble)
      else lose(error.trouble)
    } finally {
      setBusy(false)
    }
  }

  async function turnOn(): Promise<void> {
    // The visitor may be faster than the check at the start.
    if (await findObstacle()) return
    const opened = await openCamera(() => lose('lost'))
    if (isMounted.current) show(opened)
    else opened.close()
  }

  return {
    obstacle,
    camera,
    trouble,
    isBusy,
    isMuted,
    turnOn: () => attempt(turnOn),
    switchCamera: () => attempt(async () => camera?.switch()),
    toggleMuted(): void {
      for (const track of camera?.stream.getAudioTracks() ?? []) track.enabled = isMuted
      setMuted(!isMuted)
    },
  }
}
