import type { ReactNode } from 'react'

/** Stands where a video would be. */
export function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 p-6 text-center">
      {icon}
      <p className="max-w-md text-pretty">{children}</p>
    </div>
  )
}
