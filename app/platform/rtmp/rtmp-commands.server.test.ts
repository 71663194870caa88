import { expect, test } from 'vitest'
import { createCommands } from './rtmp-commands.server.ts'
import type { RtmpReplies } from './rtmp-replies.server.ts'

function appOf(app: string): string | undefined {
  let published: string | undefined
  const replies = { acceptConnect() {} } as unknown as RtmpReplies
  const follow = createCommands(replies, {
    publish: (request) => {
      published = request.app
    },
    unpublish() {},
  })
  follow(['connect', 1, { app }])
  follow(['publish', 5, null, 'key'])
  return published
}

test.each([
  ['live', 'live'],
  ['live/', 'live'],
  ['live//?token=1', 'live'],
  ['a/live', 'a/live'],
  ['//', ''],
])('the application %j is %j', (sent, app) => {
  expect(appOf(sent)).toBe(app)
})

test('a megabyte of slashes is read in one go, not once per slash', () => {
  const sent = `${'/'.repeat(1024 * 1024)}x`
  expect(appOf(sent)).toBe(sent)
})
