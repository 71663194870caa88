import { keepCurrent } from '../../platform/async/keep-current.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Changes } from '../../platform/database/watch-changes.server.ts'
import type { ReceivingAccount } from './accounts/receiving-accounts-store.server.ts'
import type { DonationsOfNpc } from './contract.ts'
import { listDonations, listNpcIds } from './donations-store.server.ts'

export type DonationLists = {
  hasNpc(npcId: string): Promise<boolean>
  /** Undefined for an unknown NPC. */
  of(npcId: string): Promise<DonationsOfNpc | undefined>
  /** Of every NPC that has received a donation. */
  all(): Promise<ReadonlyMap<string, DonationsOfNpc>>
  /** Call it after a credit, so that the next reader sees the donation. */
  expire(): void
  close(): void
}

type ListContext = { db: Db; account: ReceivingAccount; changes: Changes; clock: Clock }

const NONE: DonationsOfNpc = { recent: [], total: 0, supporters: 0 }

/** Keeps the public donation lists in memory: a thousand viewers cost the database no more than one. */
export function keepDonationLists({ db, account, changes, clock }: ListContext): DonationLists {
  const npcIds = keepCurrent({ read: () => listNpcIds(db), tables: ['npcs'], changes, clock })
  const lists = keepCurrent({
    read: () => listDonations(db, account.id),
    tables: ['donations'],
    changes,
    clock,
  })
  return {
    hasNpc: async (npcId) => (await npcIds.get()).has(npcId),
    async of(npcId) {
      const [ids, all] = await Promise.all([npcIds.get(), lists.get()])
      return ids.has(npcId) ? (all.get(npcId) ?? NONE) : undefined
    },
    all: lists.get,
    expire: lists.expire,
    close() {
      npcIds.close()
      lists.close()
    },
  }
}
