/** The exclamation mark of the logo. */
export function QuestMarker({ className }: { className?: string }) {
  return (
    <svg viewBox="12 4 8 16" className={className} fill="currentColor" aria-hidden="true">
      <path d="M13.2 4.5h5.6l-1 9.2h-3.6z" />
      <circle cx="16" cy="17.2" r="2" />
    </svg>
  )
}
