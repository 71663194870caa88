import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const MODULE = JSON.stringify(new URL('./tidy-on-signal.ts', import.meta.url).href)

/** A process that works under `tidyOnSignal`; `work` knows the `signal` and the function `aborted`. */
async function startWork(work: string) {
  const program = `
    import { once } from 'node:events'
    import { tidyOnSignal } from ${MODULE}
    await tidyOnSignal(async (signal) => {
      const aborted = once(signal, 'abort')
      setInterval(() => {}, 1_000)
      console.log('working')
      ${work}
    })
    console.log('went on')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  return { child, output: () => output, ended }
}

test('work tidies up before the signal ends it, also when npm forwards the signal once more', async () => {
  const { child, output, ended } = await startWork(`
    await aborted
    process.kill(process.pid, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 50))
    console.log('tidied up')`)
  child.kill('SIGINT')
  expect(await ended).toEqual([null, 'SIGINT'])
  expect(output()).toBe('working\ntidied up\n')
})

test('another signal ends work that does not tidy up', async () => {
  const { child, output, ended } = await startWork('await new Promise(() => {})')
  while (child.kill('SIGTERM')) await sleep(100)
  expect(await ended).toEqual([null, 'SIGTERM'])
  expect(output()).toBe('working\n')
})
