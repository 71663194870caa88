/** Takes the frames that `video` shows, turned as it shows them. */
export function createFrameGrabber(video: HTMLVideoElement) {
  let canvas: OffscreenCanvas | undefined
  return {
    /** Undefined while there is no frame, as between two cameras. */
    grab(timestamp: number): VideoFrame | undefined {
      try {
        return new VideoFrame(canvas ? draw(video, canvas) : video, { timestamp })
      } catch {
        return undefined
      }
    },
    /** Some cameras' frames stay on the graphics card, where not every encoder can read them; drawn ones are readable. */
    drawFrames(): void {
      canvas ??= new OffscreenCanvas(0, 0)
    },
  }
}

function draw(video: HTMLVideoElement, canvas: OffscreenCanvas): OffscreenCanvas {
  if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth
  if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0)
  return canvas
}
