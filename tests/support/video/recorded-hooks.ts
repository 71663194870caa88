/** What media servers and services send, with our NPC and key filled in. */

/** Recorded from nginx 1.22.1 with libnginx-mod-rtmp 1.2.2 (Debian 12), published by ffmpeg 5.1. */
export const nginxRtmp = {
  publish: (key: string, client: number) =>
    `${nginxSession(client)}&call=publish&name=${encodeURIComponent(key)}&type=live`,
  publishDone: (key: string, client: number) =>
    `${nginxSession(client)}&call=publish_done&name=${encodeURIComponent(key)}`,
  play: `${nginxSession(7)}&call=play&name=npc1&start=4294966296&duration=0&reset=0`,
}

function nginxSession(client: number): string {
  return `app=live&flashver=FMLE/3.0%20(compatible%3B%20Lavf59.27&swfurl=&tcurl=rtmp://127.0.0.1:1935/live&pageurl=&addr=127.0.0.1&clientid=${client}`
}

/** https://github.com/ossrs/srs/issues/2688; the last two fields: https://ossrs.io/lts/en-us/docs/v5/doc/http-callback */
export function srs(
  action: 'on_publish' | 'on_unpublish' | 'on_play',
  stream: string,
  param: string,
  client = '6r91g524',
): string {
  return `{"server_id":"vid-yj97570","action":"${action}","client_id":"${client}","ip":"192.168.49.1","vhost":"__defaultVhost__","app":"live","tcUrl":"rtmp://192.168.49.2:1935/live","stream":"${stream}","param":"${param}","stream_url":"video.test.com/live/${stream}","stream_id":"vid-124q9y3"}`
}

/** https://github.com/ossrs/srs/issues/1356: SRS 2 counted its clients. */
export const oldSrsPublish =
  '{"action":"on_publish","client_id":107,"ip":"172.18.0.1","vhost":"__defaultVhost__","app":"in","tcUrl":"rtmp://localhost:1935/in","stream":"npc1","param":"?key=abc"}'

type MediamtxQuestion = { action: string; path: string; password?: string; token?: string; query?: string }

/** The fields and their order as https://github.com/bluenviron/mediamtx/blob/main/internal/auth/manager.go writes them. */
export function mediamtxQuestion({
  action,
  path,
  password = '',
  token = '',
  query = '',
}: MediamtxQuestion): string {
  const user = password ? 'npc' : ''
  return JSON.stringify({
    ip: '127.0.0.1',
    user,
    password,
    token,
    action,
    path,
    protocol: 'rtmp',
    id: '8aa8aa44-d474-4cf8-ba6d-5c6f4d5cc0a3',
    query,
  })
}

/** What the `curl -d` commands of docs/media-servers.md send. */
export function mediamtxReports(
  state: 'live' | 'ended',
  path: string,
  source = '8aa8aa44-d474-4cf8-ba6d-5c6f4d5cc0a3',
): string {
  return `state=${state}&path=${path}&source=${source}`
}

export const MUX_STREAM = 'aA02skpHXoLrbQm49qIzAG6RtewFOcDEY'

/** The envelope of https://mux.com/docs/webhook-reference, a stream of https://hexdocs.pm/mux/Mux.Video.LiveStreams.html */
export function mux(
  type: string,
  {
    createdAt = '2026-05-08T17:57:41.000000Z',
    stream = MUX_STREAM,
  }: { createdAt?: unknown; stream?: string } = {},
): string {
  return JSON.stringify({
    type,
    request_id: null,
    object: { type: 'live', id: stream },
    id: '3a56ac3d-33da-4366-855b-f592d898409d',
    environment: { name: 'Production', id: 'j0863n' },
    data: {
      stream_key: '54676b58-6b19-5acb-f5bf-3aa35222efc6',
      status: 'active',
      reconnect_window: 60,
      recent_asset_ids: ['yNVIS9kuXKKUbrlRn00hyU3VMPcFVpFSs'],
      playback_ids: [{ policy: 'public', id: 'iOkfIGstt4u1eYdFcPKGTWKz75Acpv3w' }],
      new_asset_settings: { playback_policies: ['public'] },
      id: stream,
      created_at: 1557338261,
      active_asset_id: 'yNVIS9kuXKKUbrlRn00hyU3VMPcFVpFSs',
    },
    created_at: createdAt,
    attempts: [],
    accessor_source: null,
    accessor: null,
  })
}

export const CLOUDFLARE_INPUT = 'eb222fcca08eeb1ae84c981ebe8aeeb6'

/** https://developers.cloudflare.com/stream/stream-live/webhooks/ */
export function cloudflare(
  event: string,
  { updatedAt = '2022-01-13T11:43:41.855717910Z', input = CLOUDFLARE_INPUT } = {},
): string {
  return JSON.stringify({
    name: 'Live Webhook Test',
    text: `Notification type: Stream Live Input\nInput ID: ${input}\nEvent type: ${event}\nUpdated at: ${updatedAt}`,
    data: {
      notification_name: 'Stream Live Input',
      input_id: input,
      event_type: event,
      updated_at: updatedAt,
    },
    ts: 1642074233,
  })
}

/** What Cloudflare sends when a webhook is saved. */
export const cloudflareTest =
  '{"text":"Hello World! This is a test message sent from https://cloudflare.com. If you can see this, your webhook is configured properly."}'
