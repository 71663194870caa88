import type { DonationEvent, Supporter } from '../contract.ts'

const SHOWN_MS = 4_000
const MAX_WAITING = 5

type Show = (donation: Supporter | undefined) => void

/** Shows new donations one after another. When too many wait, the oldest of them are left out. */
export function createMomentQueue(listed: Supporter[], show: Show) {
  const known = new Set(listed.map(({ id }) => id))
  let waiting: Supporter[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function showNext(): void {
    const next = waiting.shift()
    show(next)
    timer = next && setTimeout(showNext, SHOWN_MS)
  }

  return {
    add({ is_revision, ...donation }: DonationEvent): void {
      if (is_revision || known.has(donation.id)) return
      known.add(donation.id)
      waiting = [...waiting, donation].slice(-MAX_WAITING)
      if (timer === undefined) showNext()
    },
    close: () => clearTimeout(timer),
  }
}
