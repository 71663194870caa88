import type { ClientBase } from 'pg'
import type { Db, Queryable } from '../../platform/database/database.server.ts'
import type { Language } from '../i18n/contract.ts'
import { KEPT_DAYS, type Note, type SubmissionKind, type SubmissionState } from './contract.ts'
import type { Sender } from './senders-store.server.ts'

/** What every submission has, for a query that calls the table `submission`. */
export const SUBMISSION_COLUMNS = `submission.id, submission.state, submission.version, submission.language,
  submission.created_at, submission.changed_at,
  case when submission.state <> 'accepted' then submission.changed_at + interval '${KEPT_DAYS} days' end
    as deleted_after`

type NewSubmission = { kind: SubmissionKind; language: Language; contentHash: Buffer; sender: Sender }

export async function insertSubmission(client: Queryable, submission: NewSubmission): Promise<number> {
  const { kind, language, contentHash, sender } = submission
  const { rows } = await client.query<{ id: number }>(
    `insert into submissions (kind, language, content_hash, sent_from, sent_from_network)
     values ($1, $2, $3, $4, $5) returning id`,
    [kind, language, contentHash, sender.address, sender.network],
  )
  return rows[0]?.id ?? 0
}

export async function countByState({ db }: { db: Db }, kind: SubmissionKind) {
  const { rows } = await db.query<Record<SubmissionState, number>>(
    `select count(*) filter (where state = 'new')::int as new,
       count(*) filter (where state = 'talking')::int as talking,
       count(*) filter (where state = 'accepted')::int as accepted,
       count(*) filter (where state = 'declined')::int as declined
     from submissions where kind = $1`,
    [kind],
  )
  return rows[0] as Record<SubmissionState, number>
}

export async function listNotes({ db }: { db: Queryable }, id: number): Promise<Note[]> {
  const { rows } = await db.query<Note>(
    'select id, author, text, created_at from submission_notes where submission_id = $1 order by id',
    [id],
  )
  return rows
}

type Move = { kind: SubmissionKind; id: number; version: number; state: SubmissionState }

/** Undefined: there is none, or somebody else has moved it since that version. */
export async function moveSubmission(client: ClientBase, { kind, id, version, state }: Move) {
  const { rows } = await client.query<{ from: SubmissionState }>(
    `update submissions set state = $4, version = submissions.version + 1, changed_at = now()
     from (select id, state from submissions where id = $1 and kind = $2 and version = $3 for update) old
     where submissions.id = old.id returning old.state as from`,
    [id, kind, version, state],
  )
  return rows[0]?.from
}

type NewNote = { kind: SubmissionKind; id: number; author: string; text: string }

/** False if there is no such submission. */
export async function addNote(client: ClientBase, { kind, id, author, text }: NewNote): Promise<boolean> {
  const { rowCount } = await client.query(
    `with noted as (
       update submissions set changed_at = now() where id = $1 and kind = $2 returning id)
     insert into submission_notes (submission_id, author, text) select id, $3, $4 from noted`,
    [id, kind, author, text],
  )
  return rowCount === 1
}

/** For good, with its notes. False if there is no such submission. */
export async function deleteSubmission(
  client: ClientBase,
  { kind, id }: { kind: SubmissionKind; id: number },
): Promise<boolean> {
  const { rowCount } = await client.query('delete from submissions where id = $1 and kind = $2', [id, kind])
  return rowCount === 1
}

export async function hasSubmission({ db }: { db: Db }, kind: SubmissionKind, id: number): Promise<boolean> {
  const { rowCount } = await db.query('select from submissions where id = $1 and kind = $2', [id, kind])
  return rowCount === 1
}

export async function pruneSubmissions({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from submissions where id in
       (select id from submissions
        where state <> 'accepted' and changed_at < now() - $1 * interval '1 day' limit $2)`,
    [KEPT_DAYS, limit],
  )
  return rowCount ?? 0
}
