import { DEFAULT_RTMP_PORT } from '../../app/features/live/settings.server.ts'
import { hostInAddress } from '../../app/platform/network/host-in-address.server.ts'
import type { Environment } from '../../server/environment.ts'
import type { SiteAddresses } from './find-running-site.ts'

const EVERY_HOST = ['0.0.0.0', '::']

/**
 * As OBS asks for them, on whatever machine it runs: plain RTMP, and RTMPS where there is a certificate. A site that runs
 * says where it listens; otherwise it is what the settings say.
 */
export function ingestAddresses(
  { rtmp, publicUrl }: Pick<Environment, 'rtmp' | 'publicUrl'>,
  site?: SiteAddresses,
): string[] {
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
