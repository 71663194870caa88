import { expect, test } from 'vitest'
import { hashMarkedScripts, hashScript } from './security-headers.ts'

const MARKER = 'Zm9yIHRlc3RzIG9ubHk'

test('only marked scripts are allowed, and the page does not contain the marker', () => {
  const html = `<p><script>injected()</script></p><script nonce="${MARKER}">ours()</script>
    <script nonce="guessed">injected()</script><script type="module" nonce="${MARKER}">alsoOurs()</script>
    <link rel="modulepreload" nonce="${MARKER}" href="/x.js"/><script nonce="${MARKER}" src="/x.js"></script>`
  const marked = hashMarkedScripts(html, MARKER)
  expect(marked.hashes).toEqual([hashScript('ours()'), hashScript('alsoOurs()')])
  expect(marked.html).not.toContain(MARKER)
  expect(marked.html).toContain('<script>ours()</script>')
})

test('an unclosed script does not swallow one of ours', () => {
  const html = `<script>injected()//<script nonce="${MARKER}">ours()</script>`
  expect(hashMarkedScripts(html, MARKER).hashes).toEqual([])
})

test('a script that contains the marker is allowed in the form that the page contains', () => {
  const { html, hashes } = hashMarkedScripts(`<script nonce="${MARKER}">say("${MARKER}")</script>`, MARKER)
  expect(html).toBe('<script>say("")</script>')
  expect(hashes).toEqual([hashScript('say("")')])
})
