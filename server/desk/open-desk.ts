import type { AddressInfo } from 'node:net'
import { linkOf } from '../../app/features/members/access.server.ts'
import { inviteFirstOperator } from '../../app/features/members/invitations-store.server.ts'
import { CAN_HASH_PASSWORDS } from '../../app/features/members/password.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Resources } from '../../app/resources.ts'
import type { Environment } from '../environment.ts'
import { createDesk } from './create-desk.ts'

type Settings = Pick<Environment, 'desk' | 'trustProxy'>

export async function openDesk(
  resources: Resources,
  { desk: { host, port = 0, url }, trustProxy }: Settings,
) {
  if (!CAN_HASH_PASSWORDS)
    throw new CannotStart(
      `the desk (OPERATOR_PORT) needs Node.js 24.7 or newer and this is ${process.version}; "npm start" after "npm ci" brings it along`,
    )
  // Passkeys and cookies need a name; the number 127.0.0.1 is none.
  const deskUrl = () => url ?? `http://localhost:${(desk.server.address() as AddressInfo).port}`
  const desk = await createDesk(resources, { deskUrl, trustProxy })
  try {
    await desk.listen({ host, port })
  } catch (error) {
    await desk.close()
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new CannotStart(
      `${host}:${port} cannot be listened on (${code}); set another OPERATOR_PORT or OPERATOR_HOST`,
    )
  }
  const token = await inviteFirstOperator(resources)
  return {
    address: deskUrl(),
    /** Makes the first operator. Undefined once there is one. */
    firstLink: token && linkOf(deskUrl, token),
    close: () => desk.close(),
  }
}
