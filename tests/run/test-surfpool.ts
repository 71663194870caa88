import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { installIn } from '../../scripts/support/in-folder.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { testEnvironment } from '../support/site/test-environment.ts'

const FOLDER = fileURLToPath(new URL('../../bench/peers/surfpool/', import.meta.url))

type Surfnet = { rpcUrl: string; stop(): void }
type Surfpool = { Surfnet: { startWithConfig(config: { offline: boolean; slotTimeMs: number }): Surfnet } }

/** Repeats the verdict tests on transactions executed by a second, independent runtime. */
async function testOnSurfpool(): Promise<void> {
  installIn(FOLDER)
  const surfpool = createRequire(FOLDER)('@solana/surfpool-linux-x64-gnu') as Surfpool
  const net = surfpool.Surfnet.startWithConfig({ offline: true, slotTimeMs: 50 })
  try {
    const env = { ...testEnvironment.all, TEST_LEDGER_RPC: net.rpcUrl }
    const tests = spawn('vitest', ['run', '--project', 'unit', 'verdicts'], { stdio: 'inherit', env })
    const [code] = await once(tests, 'exit')
    process.exitCode = Number(code)
  } finally {
    net.stop()
  }
}

await runScript('npm run test:surfpool; needs Linux on x64', testOnSurfpool)
process.exit()
