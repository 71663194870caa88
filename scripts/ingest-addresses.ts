import { type Environment, USUAL_RTMP_PORT } from '../app/platform/environment.server.ts'
import { hostInAddress } from '../app/platform/host-in-address.server.ts'

const EVERY_HOST = ['0.0.0.0', '::']

/** As OBS asks for them, on whatever machine it runs: the one for everybody, and the one with a certificate, if there is one. */
export function ingestAddresses({ rtmp, publicUrl }: Environment): string[] {
  const host = EVERY_HOST.includes(rtmp.host) ? new URL(publicUrl).hostname : hostInAddress(rtmp.host)
  const plain = rtmp.port === 'off' ? [] : [`rtmp://${host}:${rtmp.port ?? USUAL_RTMP_PORT}/live`]
  return rtmp.tls ? [...plain, `rtmps://${host}:${rtmp.tls.port}/live`] : plain
}
