import { useNavigation } from 'react-router'

/** Overlays the page, so that nothing shifts; fast navigations end before it becomes visible. */
export function NavigationProgress({ label }: { label: string }) {
  if (useNavigation().state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-40 h-1 overflow-hidden bg-line motion-safe:transition-opacity motion-safe:delay-150 motion-safe:starting:opacity-0"
    >
      <div className="h-full bg-quest-text motion-safe:w-1/3 motion-safe:animate-passing" />
    </div>
  )
}
