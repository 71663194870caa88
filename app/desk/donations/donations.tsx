import { useState } from 'react'
import type {
  DonationsSummary,
  PaymentStatus,
  SiteDonationsSummary,
} from '../../features/donations/review/contract.ts'
import { Panel } from '../parts/panel.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import type { SectionProps } from '../section.ts'
import { CreditsDownload } from './credits-download.tsx'
import { PaymentList } from './payment-list.tsx'
import { PaymentSearch } from './payment-search.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { StatusFilter } from './status-filter.tsx'
import { Sums } from './sums.tsx'
import { words } from './words.ts'

export function DonationsPage({ member }: SectionProps) {
  return (
    <div className="flex flex-col gap-6">
      {member.role === 'operator' ? <AllDonations /> : <OwnDonations npcId={member.npc_id ?? ''} />}
    </div>
  )
}

function AllDonations() {
  const [summary, reload] = useRemote<SiteDonationsSummary>('/api/donations/summary')
  const [status, setStatus] = useState<PaymentStatus>('credited')
  const [search, setSearch] = useState('')
  const address = `/api/donations?status=${status}&search=${encodeURIComponent(search)}`
  return (
    <RemoteContent remote={summary} onRetry={reload}>
      {(sums) => (
        <>
          <Panel id="sums" title={words.sums}>
            <Sums sums={sums} />
            <Reconciliation last={sums.reconciliation} />
            <CreditsDownload network={sums.network} />
          </Panel>
          <Panel id="payments" title={words.list}>
            <div className="flex flex-col gap-4">
              <StatusFilter status={status} counts={sums} onChoose={setStatus} />
              <PaymentSearch search={search} onSearch={setSearch} />
              <PaymentList
                key={address}
                address={address}
                status={status}
                isSearch={search !== ''}
                network={sums.network}
                isForOperator
                onChanged={reload}
              />
            </div>
          </Panel>
        </>
      )}
    </RemoteContent>
  )
}

function OwnDonations({ npcId }: { npcId: string }) {
  const path = `/api/npcs/${npcId}/donations`
  const [summary, reload] = useRemote<DonationsSummary>(`${path}/summary`)
  const [search, setSearch] = useState('')
  const address = `${path}/credited?search=${encodeURIComponent(search)}`
  return (
    <RemoteContent remote={summary} onRetry={reload}>
      {(sums) => (
        <>
          <Panel id="sums" title={words.sums}>
            <Sums sums={sums} />
          </Panel>
          <Panel id="payments" title={words.list}>
            <div className="flex flex-col gap-4">
              <PaymentSearch search={search} onSearch={setSearch} />
              <PaymentList
                key={address}
                address={address}
                status="credited"
                isSearch={search !== ''}
                network={sums.network}
                isForOperator={false}
                onChanged={reload}
              />
            </div>
          </Panel>
        </>
      )}
    </RemoteContent>
  )
}
