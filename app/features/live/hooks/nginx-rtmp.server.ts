import type { Ended, Other } from './hook-call.server.ts'

type Began = { kind: 'start'; key: string; session: string }

/** Of a field that is there twice the first counts: what a publisher adds to his key comes last. */
export function readNginxRtmp(form: URLSearchParams): Began | Ended | Other | undefined {
  const call = form.get('call')
  if (call === null) return undefined
  if (call !== 'publish' && call !== 'publish_done') return { kind: 'other' }
  const client = form.get('clientid') ?? ''
  if (!/^\d{1,20}$/.test(client)) return undefined
  const session = `nginx-rtmp:${client}`
  return call === 'publish'
    ? { kind: 'start', key: form.get('name') ?? '', session }
    : { kind: 'end', session }
}
