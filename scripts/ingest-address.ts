import { type Environment, USUAL_RTMP_PORT } from '../app/platform/environment.server.ts'
import { hostInAddress } from '../app/platform/host-in-address.server.ts'

const EVERY_HOST = ['0.0.0.0', '::']

/** As OBS asks for it, on whatever machine it runs. */
export function ingestAddress({ rtmp, publicUrl }: Environment): string {
  const host = EVERY_HOST.includes(rtmp.host) ? new URL(publicUrl).hostname : rtmp.host
  return `rtmp://${hostInAddress(host)}:${rtmp.port ?? USUAL_RTMP_PORT}/live`
}
