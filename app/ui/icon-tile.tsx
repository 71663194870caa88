import type { LucideIcon } from 'lucide-react'

/** The colour is on the box, because forced colours leave that of an SVG as it is. */
export function IconTile({ Icon, className }: { Icon: LucideIcon; className: string }) {
  return (
    <span className={`flex shrink-0 items-center justify-center text-quest-text ${className}`}>
      <Icon aria-hidden="true" className="size-5" />
    </span>
  )
}
