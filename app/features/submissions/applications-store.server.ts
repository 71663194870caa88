import type { Db, Queryable } from '../../platform/database/database.server.ts'
import { type Application, SUBMISSIONS_PER_PAGE, type SubmissionState } from './contract.ts'
import type { NewApplication } from './submission-requests.server.ts'
import { SUBMISSION_COLUMNS } from './submissions-store.server.ts'

const COLUMNS = `${SUBMISSION_COLUMNS}, application.name, application.x_account, application.reason`
const TABLES =
  'submissions submission join applications application on application.submission_id = submission.id'

export async function insertApplication(client: Queryable, id: number, application: NewApplication) {
  const { name, x_account, reason } = application
  await client.query(
    'insert into applications (submission_id, name, x_account, reason) values ($1, $2, $3, $4)',
    [id, name, x_account, reason],
  )
}

/** The newest first, of those before `before`. */
export async function listApplications(
  { db }: { db: Db },
  { state, before }: { state: SubmissionState; before: number | undefined },
): Promise<Application[]> {
  const { rows } = await db.query<Application>(
    `select ${COLUMNS} from ${TABLES}
     where submission.state = $1 and ($2::integer is null or submission.id < $2)
     order by submission.id desc limit $3`,
    [state, before ?? null, SUBMISSIONS_PER_PAGE],
  )
  return rows
}

export async function findApplication({ db }: { db: Db }, id: number): Promise<Application | undefined> {
  const { rows } = await db.query<Application>(`select ${COLUMNS} from ${TABLES} where submission.id = $1`, [
    id,
  ])
  return rows[0]
}

/** All of them as texts, for a file. */
export async function exportApplications({ db }: { db: Db }) {
  const { rows } = await db.query<Record<string, string | null>>(
    `select submission.id::text, submission.state, submission.created_at::text as received,
       submission.changed_at::text as changed, application.name, application.x_account, application.reason,
       submission.language, (select string_agg(author || ': ' || text, E'\\n' order by id) from submission_notes
         where submission_id = submission.id) as notes
     from ${TABLES} order by submission.id`,
  )
  return rows
}
