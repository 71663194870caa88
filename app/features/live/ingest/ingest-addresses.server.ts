import { hostInAddress } from '../../../platform/network/host-in-address.server.ts'
import { DEFAULT_RTMP_PORT, type readLiveSettings } from '../settings.server.ts'

type Settings = Pick<ReturnType<typeof readLiveSettings>, 'rtmp'> & { publicUrl: string }
/** Where a site actually listens. */
type Listening = { rtmp: string | null; rtmps: string | null }

const EVERY_HOST = ['0.0.0.0', '::']

/**
 * The server addresses for OBS on any machine: plain RTMP, and RTMPS if there is a certificate. They come from the
 * running site, or else from the settings.
 */
export function ingestAddresses({ rtmp, publicUrl }: Settings, site?: Listening): string[] {
  const isEverywhere = EVERY_HOST.includes(rtmp.host)
  const host = isEverywhere ? new URL(publicUrl).hostname : hostInAddress(rtmp.host)
  const configured = {
    rtmp: rtmp.port === 'off' ? null : `rtmp://${host}:${rtmp.port ?? DEFAULT_RTMP_PORT}/live`,
    rtmps: rtmp.tls ? `rtmps://${host}:${rtmp.tls.port}/live` : null,
  }
  const { rtmp: plain, rtmps } = site ?? configured
  return [plain, rtmps]
    .filter((address) => address !== null)
    .map((address) => (isEverywhere ? address.replace('//localhost:', `//${host}:`) : address))
}
