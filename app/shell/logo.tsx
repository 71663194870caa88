/** The quest marker: a bold exclamation mark over a head. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#ffc93c" />
      <path d="M13.2 4.5h5.6l-1 9.2h-3.6z" fill="#231a00" />
      <circle cx="16" cy="17.2" r="2" fill="#231a00" />
      <path d="M7.5 28.5a8.5 7 0 0 1 17 0z" fill="#231a00" />
    </svg>
  )
}
