import type { Db, Queryable } from '../../platform/database/database.server.ts'
import { type AdRequest, type ImageType, SUBMISSIONS_PER_PAGE, type SubmissionState } from './contract.ts'
import type { NewAdRequest } from './submission-requests.server.ts'
import { SUBMISSION_COLUMNS } from './submissions-store.server.ts'

const COLUMNS = `${SUBMISSION_COLUMNS}, request.brand, request.contact, request.minutes,
  request.price_usd::float8 as price_usd, request.wished_at, request.time_zone, request.text, request.image_type`
const TABLES = 'submissions submission join ad_requests request on request.submission_id = submission.id'

export async function insertAdRequest(client: Queryable, id: number, request: NewAdRequest): Promise<void> {
  const { brand, contact, minutes, price_usd, wishedAt, time_zone, text, image } = request
  await client.query(
    `insert into ad_requests
       (submission_id, brand, contact, minutes, price_usd, wished_at, time_zone, text, image, image_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      brand,
      contact,
      minutes,
      price_usd,
      wishedAt,
      time_zone,
      text,
      image?.bytes ?? null,
      image?.type ?? null,
    ],
  )
}

/** The newest first, of those before `before`. */
export async function listAdRequests(
  { db }: { db: Db },
  { state, before }: { state: SubmissionState; before: number | undefined },
): Promise<AdRequest[]> {
  const { rows } = await db.query<AdRequest>(
    `select ${COLUMNS} from ${TABLES}
     where submission.state = $1 and ($2::integer is null or submission.id < $2)
     order by submission.id desc limit $3`,
    [state, before ?? null, SUBMISSIONS_PER_PAGE],
  )
  return rows
}

export async function findAdRequest({ db }: { db: Db }, id: number): Promise<AdRequest | undefined> {
  const { rows } = await db.query<AdRequest>(`select ${COLUMNS} from ${TABLES} where submission.id = $1`, [
    id,
  ])
  return rows[0]
}

export async function findAdImage({ db }: { db: Db }, id: number) {
  const { rows } = await db.query<{ image: Buffer; image_type: ImageType }>(
    'select image, image_type from ad_requests where submission_id = $1 and image is not null',
    [id],
  )
  return rows[0]
}

/** All of them as texts, for a file. */
export async function exportAdRequests({ db }: { db: Db }) {
  const { rows } = await db.query<Record<string, string | null>>(
    `select submission.id::text, submission.state, submission.created_at::text as received,
       submission.changed_at::text as changed, request.brand, request.contact, request.minutes::text,
       request.price_usd::text, request.wished_at::text, request.time_zone, request.text,
       case when request.image is null then 'no' else 'yes' end as image, submission.language,
       (select string_agg(author || ': ' || text, E'\\n' order by id) from submission_notes
         where submission_id = submission.id) as notes
     from ${TABLES} order by submission.id`,
  )
  return rows
}
