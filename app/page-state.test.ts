import { expect, test } from 'vitest'
import { type PageState, serializeState } from './page-state.ts'

const STATE: PageState = {
  name: 'home',
  path: '/',
  language: 'en',
  messages: {},
  publicUrl: 'https://npc.example',
  lastEventId: '7',
  isComplete: true,
  data: undefined,
}

test.each(['</script><script>injected()</script>', '<!--<script>', '</ScRiPt >', '\u2028 & "'])(
  'a name like %s cannot leave the element, and arrives unchanged',
  (name) => {
    const json = serializeState({ ...STATE, data: { npcs: [{ name }] } })
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toMatchObject({ lastEventId: '7', data: { npcs: [{ name }] } })
  },
)
