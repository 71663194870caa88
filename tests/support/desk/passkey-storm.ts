import { softwareAuthenticator } from './software-authenticator.ts'

/** One round: somebody joins with a passkey, adds a second one and removes the first. */
export async function joinAndChangePasskeys(url: string, operator: string): Promise<void> {
  let cookie = operator
  async function send(method: string, path: string, body?: object) {
    const headers = { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) ?? null })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer.json()
  }
  const [first, second] = [await softwareAuthenticator(), await softwareAuthenticator()]
  const { link } = await send('POST', '/invitations', { role: 'npc', npc_id: '1' })
  const joining = { token: link.split('#')[1], name: `P${link.slice(-6).replace(/\W/g, 'x')}` }
  const offered = await send('POST', '/passkeys/join-options', joining)
  const passkey = await first.make(offered, { origin: url })
  await send('POST', '/passkeys/join', { ...joining, passkey })

  const asked = await send('POST', '/passkeys/confirm-options')
  const proof = { assertion: await first.use(asked, { origin: url }) }
  const more = await send('POST', '/passkeys/add-options', { proof })
  await send('POST', '/passkeys', { passkey: await second.make(more, { origin: url }) })
  const { passkeys } = await send('GET', '/credentials')
  await send('DELETE', `/passkeys/${passkeys[0].id}`)
}
