import type { SolanaNetwork } from '../../features/donations/contract.ts'
import { ApiProblem } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

export function CreditsDownload({ network }: { network: SolanaNetwork }) {
  const { run, isRunning, problem } = useAction()
  const name = `donations-${network}-${new Date().toISOString().slice(0, 10)}.csv`
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      <p className="text-pretty text-muted text-sm">{words.downloadNote}</p>
      <ProblemLine problem={problem} />
      <button
        type="button"
        className={actionStyle.quiet}
        aria-disabled={isRunning}
        onClick={() => run(() => download('/api/donations.csv', name))}
      >
        {isRunning ? words.downloading : words.download}
      </button>
    </div>
  )
}

/** A plain link would show a failure as a file, or not at all. */
async function download(address: string, name: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as { detail?: string }
    throw problem.detail ? new ApiProblem(response.status, problem.detail) : new Error(address)
  }
  const file = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // The browser reads it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}
