import { ACCEPTED, type HookSource, streamName } from './hook-call.server.ts'

export const nginxRtmp = {
  path: 'nginx-rtmp',
  secret: 'secret',
  authentication: { by: 'token', server: 'nginx-rtmp' },
  read: {
    // Of a repeated field the first counts: what a publisher appends to the key comes last.
    form(form) {
      const call = form.get('call')
      if (call === null) return undefined
      if (call !== 'publish' && call !== 'publish_done') return { kind: 'other' }
      const client = form.get('clientid') ?? ''
      if (!/^\d{1,20}$/.test(client)) return undefined
      const session = `nginx-rtmp:${client}`
      return call === 'publish'
        ? { kind: 'start', key: form.get('name') ?? '', session }
        : { kind: 'end', session }
    },
  },
  isNamedByKey: true,
  // nginx continues under the name it is redirected to: nothing that viewers see has the key in it.
  accept: (reply, npcId) => (npcId === undefined ? ACCEPTED : reply.redirect(streamName(npcId), 302)),
} satisfies HookSource
