import { formatUsd } from '../../features/ads/format-usd.ts'
import type { AdRequest } from '../../features/submissions/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { isTimeZone } from '../../platform/time/zoned-time.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Facts } from './facts.tsx'
import { readQuery } from './read-query.ts'
import { SubmissionList } from './submission-list.tsx'
import { SubmissionPage } from './submission-page.tsx'
import { words } from './words.ts'

const PATH = '/advertising'
const titleOf = ({ brand }: AdRequest) => brand

export function AdvertisingPage() {
  const query = readQuery(location.search)
  return 'id' in query ? (
    <SubmissionPage<AdRequest> path={PATH} id={query.id} titleOf={titleOf} Facts={AdFacts} />
  ) : (
    <SubmissionList<AdRequest> path={PATH} title={words.advertising} state={query.state} titleOf={titleOf} />
  )
}

function AdFacts({ submission }: { submission: AdRequest }) {
  const { id, brand, contact, minutes, price_usd, wished_at, time_zone, text, image_type } = submission
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Facts
      facts={[
        [words.brand, brand],
        [words.contact, contact],
        [words.minutes, minutes],
        [words.price, formatUsd('en', price_usd)],
        [words.wishedThere, formatIn(time_zone, wished_at)],
        [words.wishedHere, formatIn(here, wished_at)],
        ...(text === null ? [] : [[words.text, text] as [string, string]]),
        ...(image_type === null
          ? []
          : [[words.image, <Download key="image" id={id} />] as [string, React.ReactNode]]),
      ]}
    />
  )
}

function Download({ id }: { id: number }) {
  return (
    <>
      <a href={`/api${PATH}/${id}/image`} download className={actionStyle.quiet}>
        {words.download}
      </a>
      <span className="mt-2 block text-muted text-sm">{words.downloadNote}</span>
    </>
  )
}

/** The server may know a zone that this browser does not. */
function formatIn(zone: string, time: string): string {
  const timeZone = isTimeZone(zone) ? zone : 'UTC'
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return fill(words.zoned, { time: format.format(new Date(time)), zone: timeZone })
}
