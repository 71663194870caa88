import type { AddressInfo } from 'node:net'
import { measureMinute } from '../../app/desk/today/read-today.server.ts'
import { keepHistory } from '../../app/features/history/keep-history.server.ts'
import { linkOf } from '../../app/features/members/access.server.ts'
import { inviteFirstOperator } from '../../app/features/members/invitations-store.server.ts'
import { CAN_HASH_PASSWORDS } from '../../app/features/members/password.server.ts'
import { keepNotifying } from '../../app/platform/notifications/keep-notifying.server.ts'
import { channelsOf } from '../../app/platform/notifications/settings.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Resources } from '../../app/resources.ts'
import type { Environment } from '../environment.ts'
import { createDesk } from './create-desk.ts'
import { measureSite } from './measure-site.ts'

type Settings = Pick<Environment, 'desk' | 'trustProxy' | 'dataDir' | 'notifications'>

export async function openDesk(
  resources: Resources,
  { desk: { host, port = 0, url }, trustProxy, dataDir, notifications }: Settings,
) {
  if (!CAN_HASH_PASSWORDS)
    throw new CannotStart(
      `the desk (OPERATOR_PORT) needs Node.js 24.7 or newer and this is ${process.version}; "npm start" after "npm ci" brings it along`,
    )
  // Passkeys and cookies need a name; the number 127.0.0.1 is none.
  const deskUrl = () => url ?? `http://localhost:${(desk.server.address() as AddressInfo).port}`
  const readings = measureSite(resources, dataDir)
  const desk = await createDesk(resources, { deskUrl, trustProxy, readings })
  try {
    await desk.listen({ host, port })
  } catch (error) {
    readings.close()
    await desk.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CannotStart(
      `${host}:${port} cannot be listened on (${code}); set another OPERATOR_PORT or OPERATOR_HOST`,
    )
  }
  const notifying =
    channelsOf(notifications).length > 0
      ? keepNotifying({
          ...resources,
          settings: notifications,
          subject: resources.siteDetails.current().name,
          url: deskUrl,
        })
      : undefined
  const token = await inviteFirstOperator(resources)
  const history = keepHistory({
    ...resources,
    instance: readings.instance,
    measure: () => measureMinute({ ...resources, readings }),
  })
  return {
    address: deskUrl(),
    /** Makes the first operator. Undefined once there is one. */
    firstLink: token && linkOf(deskUrl, token),
    async close(): Promise<void> {
      readings.close()
      await history.close()
      await notifying?.close()
      await desk.close()
    },
  }
}
