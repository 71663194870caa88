type Room = { width: number | undefined; height: number | undefined }

const WIDTH = 1280
const HEIGHT = 720

/** The largest player, in the proportions of the video, that the room allows. */
export function fitPlayer({ width = WIDTH, height = HEIGHT }: Room): { width: number; height: number } {
  const scale = Math.min(1, width / WIDTH, height / HEIGHT)
  return { width: Math.max(1, Math.floor(WIDTH * scale)), height: Math.max(1, Math.floor(HEIGHT * scale)) }
}
