import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'

/** Handles --help, and reports a CannotStart as one line with exit code 1. */
export async function runScript(usage: string, work: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: ${usage}`)
    return
  }
  try {
    await work(args)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
