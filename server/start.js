import { fileURLToPath } from 'node:url'

// Plain JavaScript without newer syntax: an older Node must be able to read it and say what is wrong.
const NEEDED = [22, 22]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < NEEDED[0] || major === 23 || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `NPC Stream needs Node.js ${NEEDED.join('.')} or newer and this is ${process.version}: ` +
      'start it with "npm start" after "npm ci", which brings the right one along on Linux and macOS',
  )
  process.exitCode = 1
} else {
  // Later starts need not compile everything again.
  const { enableCompileCache } = await import('node:module')
  const folder = fileURLToPath(new URL('../node_modules/.cache/npc-stream', import.meta.url))
  enableCompileCache(folder)
  // biome-ignore lint/style/noProcessEnv: the ledger, which has its own process, inherits it
  process.env.NODE_COMPILE_CACHE = folder
  const { main } = await import('./main.ts')
  await main()
}
