import { expect, test } from 'vitest'
import * as recorded from '../../../../tests/support/video/recorded-hooks.ts'
import { cloudflare } from './cloudflare.server.ts'
import { npcOfStream, streamName } from './hook-call.server.ts'
import { mediamtx } from './mediamtx.server.ts'
import { mux } from './mux.server.ts'
import { nginxRtmp } from './nginx-rtmp.server.ts'
import { ownHook } from './own-hook.server.ts'
import { srs } from './srs.server.ts'

const AT = new Date('2026-05-08T17:57:41Z')
const OTHER = { kind: 'other' }
const nginx = (text: string) => nginxRtmp.read.form(new URLSearchParams(text))
const report = (text: string) => mediamtx.read.form(new URLSearchParams(text))

test.each([
  [
    recorded.nginxRtmp.publish('npc1-a_B-c', 1),
    { kind: 'start', key: 'npc1-a_B-c', session: 'nginx-rtmp:1' },
  ],
  [recorded.nginxRtmp.publishDone('npc1-a_B-c', 3), { kind: 'end', session: 'nginx-rtmp:3' }],
  [recorded.nginxRtmp.play, OTHER],
  ['call=publish&name=key', undefined],
  ['call=publish&name=key&clientid=one', undefined],
  ['', undefined],
])('nginx-rtmp: %s', (text, call) => {
  expect(nginx(text)).toEqual(call)
})

test('nginx-rtmp: what a publisher appends to the key is ignored', () => {
  const call = nginx(`${recorded.nginxRtmp.publish('wrong', 5)}&clientid=1&call=publish_done&name=other`)
  expect(call).toEqual({ kind: 'start', key: 'wrong', session: 'nginx-rtmp:5' })
})

test.each([
  [
    recorded.srs('on_publish', 'npc1', '?key=abc&vhost=x'),
    { kind: 'start', npcId: '1', key: 'abc', session: 'srs:6r91g524' },
  ],
  [
    recorded.srs('on_publish', 'livestream', ''),
    { kind: 'start', npcId: undefined, key: '', session: 'srs:6r91g524' },
  ],
  [recorded.srs('on_unpublish', 'npc1', '?key=abc'), { kind: 'end', session: 'srs:6r91g524' }],
  [recorded.srs('on_play', 'npc1', ''), OTHER],
  [recorded.oldSrsPublish, { kind: 'start', npcId: '1', key: 'abc', session: 'srs:107' }],
  ['{"action":"on_publish"}', undefined],
  ['{', undefined],
  ['null', undefined],
])('SRS: %s', (text, call) => {
  expect(srs.read.json(text)).toEqual(call)
})

test.each([
  [
    { action: 'publish', path: 'npc1', query: 'key=abc' },
    { kind: 'publish', npcId: '1', key: 'abc' },
  ],
  [
    { action: 'publish', path: 'npc2', password: 'abc' },
    { kind: 'publish', npcId: '2', key: 'abc' },
  ],
  [
    { action: 'publish', path: 'npc2', token: 'abc' },
    { kind: 'publish', npcId: '2', key: 'abc' },
  ],
  [
    { action: 'publish', path: 'mystream' },
    { kind: 'publish', npcId: undefined, key: '' },
  ],
  [{ action: 'read', path: 'npc1' }, { kind: 'watch' }],
  [{ action: 'playback', path: 'npc1' }, { kind: 'watch' }],
  [{ action: 'api', path: '' }, { kind: 'administer' }],
  [{ action: 'pprof', path: '' }, { kind: 'administer' }],
])('MediaMTX asks: %j', (question, asked) => {
  expect(mediamtx.read.json(recorded.mediamtxQuestion(question))).toEqual(asked)
})

test.each([
  [
    recorded.mediamtxReports('live', 'npc1'),
    { kind: 'start', npcId: '1', session: 'mediamtx:8aa8aa44-d474-4cf8-ba6d-5c6f4d5cc0a3' },
  ],
  [
    recorded.mediamtxReports('live', 'other', 'a'),
    { kind: 'start', npcId: undefined, session: 'mediamtx:a' },
  ],
  [recorded.mediamtxReports('ended', 'npc1', 'a'), { kind: 'end', session: 'mediamtx:a' }],
  ['state=live&path=npc1&source=', undefined],
  ['state=on&path=npc1&source=a', undefined],
])('MediaMTX reports: %s', (text, call) => {
  expect(report(text)).toEqual(call)
})

const ofMux = { input: recorded.MUX_STREAM, session: `mux:${recorded.MUX_STREAM}`, at: AT }

test.each([
  ['video.live_stream.active', { kind: 'start', ...ofMux }],
  ['video.live_stream.disconnected', { kind: 'end', ...ofMux }],
  ['video.live_stream.idle', { kind: 'end', ...ofMux }],
  ['video.live_stream.connected', OTHER],
  ['video.asset.ready', OTHER],
  ['constructor', OTHER],
])('Mux: %s', (type, call) => {
  expect(mux.read.json(recorded.mux(type))).toEqual(call)
})

test('Mux: a time may come in seconds, and a word is no time', () => {
  const active = (createdAt: unknown) =>
    mux.read.json(recorded.mux('video.live_stream.active', { createdAt }))
  expect(active(AT.getTime() / 1_000)).toEqual({ kind: 'start', ...ofMux })
  for (const createdAt of ['yesterday', null, 1e300]) expect(active(createdAt)).toBeUndefined()
  expect(mux.read.json('[]')).toBeUndefined()
})

const ofCloudflare = {
  input: recorded.CLOUDFLARE_INPUT,
  session: `cloudflare:${recorded.CLOUDFLARE_INPUT}`,
  at: new Date('2022-01-13T11:43:41.855Z'),
}

test.each([
  [recorded.cloudflare('live_input.connected'), { kind: 'start', ...ofCloudflare }],
  [recorded.cloudflare('live_input.disconnected'), { kind: 'end', ...ofCloudflare }],
  [recorded.cloudflare('live_input.errored'), { kind: 'end', ...ofCloudflare }],
  [recorded.cloudflare('live_input.recording'), OTHER],
  [recorded.cloudflareTest, OTHER],
  [recorded.cloudflare('live_input.connected', { updatedAt: 'now' }), undefined],
  ['no JSON', undefined],
])('Cloudflare: %s', (text, call) => {
  expect(cloudflare.read.json(text)).toEqual(call)
})

test.each([
  ['{"npc_id":"1","session":"a","state":"live"}', { kind: 'start', npcId: '1', session: 'hook:a', at: AT }],
  ['{"npc_id":"1","session":"a","state":"ended"}', { kind: 'end', session: 'hook:a', at: AT }],
  ['{"npc_id":"1","session":"a","state":"paused"}', undefined],
  ['{"npc_id":1,"session":"a","state":"live"}', undefined],
  ['{"npc_id":"1","session":"","state":"live"}', undefined],
  ['{"npc_id":"1","session":"a\\u0000","state":"live"}', undefined],
])('our own hook: %s', (text, call) => {
  expect(ownHook.read.json(text, AT)).toEqual(call)
})

test('an NPC and the name of its stream', () => {
  expect(streamName('12')).toBe('npc12')
  expect(npcOfStream('npc12')).toBe('12')
  for (const name of ['npc', 'npc0', 'npcs', 'xnpc1', 'npc1/2', 'NPC1', 'npc9999999999'])
    expect(npcOfStream(name)).toBeUndefined()
})
