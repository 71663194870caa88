import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { nameCommands } from '../../server/release.ts'

/** Handles --help, and reports a CannotStart as one line with exit code 1. */
export async function runScript(usage: string, work: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(nameCommands(`Usage: ${usage}`))
    return
  }
  try {
    await work(args)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.error(nameCommands(error.message))
    process.exitCode = 1
  }
}
