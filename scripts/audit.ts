import { spawnSync } from 'node:child_process'
import { runScript } from './support/run-script.ts'

const CHECKS = [
  ['audit', '--audit-level=high'],
  ['audit', 'signatures'],
]
const FAIL_FAST = ['--fetch-retries=0', '--fetch-timeout=15000']
const NO_ANSWER =
  /audit endpoint returned an error|npm error (network|code E(NOTFOUND|CONN|TIMEDOUT|AI_AGAIN))|fetch failed/

/** Checks installed packages for known vulnerabilities and valid signatures; skipped if the registry does not answer. */
async function audit(): Promise<void> {
  for (const check of CHECKS) {
    const { status, stdout, stderr } = spawnSync('npm', [...check, ...FAIL_FAST], { encoding: 'utf8' })
    if (status !== 0 && NO_ANSWER.test(stdout + stderr)) {
      console.log(`npm ${check.join(' ')} is skipped: the registry does not answer`)
      continue
    }
    console.log(stdout.trim())
    if (status !== 0) {
      console.error(stderr.trim())
      process.exitCode = 1
    }
  }
}

await runScript(
  'npm run audit; checks installed packages for known vulnerabilities and valid signatures',
  audit,
)
