import { expect, test } from 'vitest'
import { followedLink } from './followed-link.ts'

const HERE = { origin: 'https://npc.example', pathname: '/npc1', search: '' }
const PLAIN = { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

function clickOn(href: string, attributes: { target?: string; download?: boolean } = {}) {
  const { origin, pathname, search, hash } = new URL(href, 'https://npc.example/npc1')
  const link = {
    ...{ origin, pathname, search, hash, target: attributes.target ?? '' },
    hasAttribute: () => attributes.download === true,
  }
  return { ...PLAIN, defaultPrevented: false, target: { closest: () => link } as unknown as EventTarget }
}

test.each(['/', '/onboarding?lang=de', '/#npcs', '/npc1', '/npc1?lang=de#stream'])(
  'a plain click on a link to %s leaves the page',
  (href) => {
    expect(followedLink(clickOn(href), HERE)).toBeDefined()
  },
)

test.each([
  ['a jump within the page', clickOn('#stream')],
  ['another site', clickOn('https://x.com/npcstream')],
  ['a wallet', clickOn('solana:abc')],
  ['another tab', clickOn('/', { target: '_blank' })],
  ['a download', clickOn('/share/home-en.png', { download: true })],
  ['a click with Ctrl', { ...clickOn('/'), ctrlKey: true }],
  ['a click with Command', { ...clickOn('/'), metaKey: true }],
  ['a click with Shift', { ...clickOn('/'), shiftKey: true }],
  ['a click with Alt', { ...clickOn('/'), altKey: true }],
  ['a click with the middle button', { ...clickOn('/'), button: 1 }],
  ['a click that something else has taken', { ...clickOn('/'), defaultPrevented: true }],
  ['a click beside links', { ...clickOn('/'), target: { closest: () => null } as unknown as EventTarget }],
  ['a click on the document', { ...clickOn('/'), target: {} as EventTarget }],
])('%s does not', (_what, click) => {
  expect(followedLink(click, HERE)).toBeUndefined()
})
