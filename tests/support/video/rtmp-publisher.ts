import { askToPublish, connectRtmp } from '../../../scripts/camera/rtmp-client.ts'

export function connectTo(port: number) {
  return connectRtmp({ host: '127.0.0.1', port })
}

/** Asks to publish as OBS does, and waits for the server's answer. */
export async function publish(port: number, app: string, key: string) {
  const client = await connectTo(port)
  return { ...client, status: await askToPublish(client, app, key) }
}
