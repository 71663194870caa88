/** Stays in the page, so that a screen reader announces what appears in it. */
export function ProblemLine({ problem }: { problem: string | undefined }) {
  return (
    <p role="alert" className="text-pretty text-live-text empty:hidden">
      {problem}
    </p>
  )
}
