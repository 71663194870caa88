import type { Environment } from '../app/platform/environment.server.ts'

const USUAL_PORT = 1935
const ANY_HOST = ['0.0.0.0', '::']
const LOOPBACK = ['127.0.0.1', '::1']

/** As OBS asks for it. */
export function ingestAddress({ rtmp, publicUrl }: Environment): string {
  const isEverywhere = ANY_HOST.includes(rtmp.host)
  const host = isEverywhere
    ? new URL(publicUrl).hostname
    : LOOPBACK.includes(rtmp.host)
      ? 'localhost'
      : rtmp.host
  return `rtmp://${host.includes(':') ? `[${host}]` : host}:${rtmp.port ?? USUAL_PORT}/live`
}
