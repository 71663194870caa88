import picture from './night-town.svg?url'

/** The drawn town at night, 16:9. Decoration: it needs no words, and no page needs it. */
export function NightTown({ className }: { className: string }) {
  return <img src={picture} alt="" width={960} height={540} className={className} />
}
