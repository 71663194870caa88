import type { Application } from '../../features/submissions/contract.ts'
import { Facts } from './facts.tsx'
import { readQuery } from './read-query.ts'
import { SubmissionList } from './submission-list.tsx'
import { SubmissionPage } from './submission-page.tsx'
import { words } from './words.ts'

const PATH = '/applications'
const titleOf = ({ name }: Application) => name

export function ApplicationsPage() {
  const query = readQuery(location.search)
  return 'id' in query ? (
    <SubmissionPage<Application> path={PATH} id={query.id} titleOf={titleOf} Facts={ApplicationFacts} />
  ) : (
    <SubmissionList<Application>
      path={PATH}
      title={words.applications}
      state={query.state}
      titleOf={titleOf}
    />
  )
}

function ApplicationFacts({ submission: { name, x_account, reason } }: { submission: Application }) {
  const account =
    x_account === null ? (
      words.noXAccount
    ) : (
      <a
        href={`https://x.com/${x_account}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center underline"
      >
        @{x_account}
      </a>
    )
  return (
    <Facts
      facts={[
        [words.name, name],
        [words.xAccount, account],
        [words.reason, reason],
      ]}
    />
  )
}
