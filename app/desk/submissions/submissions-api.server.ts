import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import {
  exportAdRequests,
  findAdImage,
  findAdRequest,
  listAdRequests,
} from '../../features/submissions/ad-requests-store.server.ts'
import {
  exportApplications,
  findApplication,
  listApplications,
} from '../../features/submissions/applications-store.server.ts'
import {
  MAX_NOTE_LENGTH,
  moveSchema,
  SUBMISSION_STATES,
  type SubmissionKind,
  type SubmissionState,
} from '../../features/submissions/contract.ts'
import {
  addNote,
  countByState,
  deleteSubmission,
  hasSubmission,
  listNotes,
  moveSubmission,
} from '../../features/submissions/submissions-store.server.ts'
import { encodeCsv } from '../../platform/csv/encode-csv.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { isReadable, tidyText } from '../../platform/text/plain-text.ts'
import { parseBody, readId } from '../parts/read-request.server.ts'

type Needs = { db: Db }
type OfOne = { Params: { id: string } }
type Listing = { Querystring: { state?: string; before?: string } }

type Section = {
  path: string
  kind: SubmissionKind
  /** In the audit log. */
  called: string
  list(needs: Needs, page: { state: SubmissionState; before: number | undefined }): Promise<object[]>
  find(needs: Needs, id: number): Promise<object | undefined>
  exportAll(needs: Needs): Promise<Record<string, string | null>[]>
  columns: string[]
}

const SECTIONS: Section[] = [
  {
    path: '/applications',
    kind: 'application',
    called: 'an application',
    list: listApplications,
    find: findApplication,
    exportAll: exportApplications,
    columns: ['id', 'state', 'received', 'changed', 'name', 'x_account', 'reason', 'language', 'notes'],
  },
  {
    path: '/advertising',
    kind: 'ad_request',
    called: 'an advertising request',
    list: listAdRequests,
    find: findAdRequest,
    exportAll: exportAdRequests,
    columns: [
      ...['id', 'state', 'received', 'changed', 'brand', 'contact', 'minutes', 'price_usd'],
      ...['wished_at', 'time_zone', 'text', 'image', 'language', 'notes'],
    ],
  },
]

const noteSchema = v.object({
  text: v.pipe(
    v.string(),
    v.transform(tidyText),
    v.check((text) => isReadable(text, { max: MAX_NOTE_LENGTH, isOneLine: false })),
  ),
})

const NOTE_RULE = `A note has letters or digits, at most ${MAX_NOTE_LENGTH} characters and none that are invisible.`
const MOVED = 'Somebody else has changed the state meanwhile. It is shown as it is now.'
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** Applications and advertising requests: two kinds of the same thing. */
export async function submissionsApi(api: FastifyInstance, needs: Needs): Promise<void> {
  for (const section of SECTIONS) {
    readSubmissions(api, needs, section)
    changeSubmissions(api, needs, section)
  }
  api.get<OfOne>('/advertising/:id/image', async ({ params }, reply) => {
    const id = readId(params.id)
    const found = await findAdImage(needs, id)
    if (found === undefined) throw new HttpProblem(404)
    return reply
      .headers({
        'content-disposition': `attachment; filename="advertising-${id}.${EXTENSIONS[found.image_type]}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .type(found.image_type)
      .send(found.image)
  })
}

function readSubmissions(api: FastifyInstance, { db }: Needs, section: Section): void {
  const { path, kind, list, find, exportAll, columns } = section

  api.get<Listing>(path, async ({ query: { state: asked = 'new', before } }) => {
    const state = SUBMISSION_STATES.find((one) => one === asked)
    if (state === undefined) throw new HttpProblem(400, `A state is one of ${SUBMISSION_STATES.join(', ')}.`)
    const page = { state, before: before === undefined ? undefined : readId(before) }
    return { counts: await countByState({ db }, kind), submissions: await list({ db }, page) }
  })

  api.get(`${path}/export`, async (_request, reply) => {
    const rows = await exportAll({ db })
    const csv = encodeCsv(
      columns,
      rows.map((row) => columns.map((column) => row[column] ?? null)),
    )
    return reply
      .header('content-disposition', `attachment; filename="${path.slice(1)}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(csv)
  })

  api.get<OfOne>(`${path}/:id`, async ({ params }) => {
    const id = readId(params.id)
    const submission = await find({ db }, id)
    if (submission === undefined) throw new HttpProblem(404)
    return { submission, notes: await listNotes({ db }, id) }
  })
}

/** The audit log says what was done to which one, and nothing about the person. */
function changeSubmissions(api: FastifyInstance, { db }: Needs, { path, kind, called }: Section): void {
  api.put<OfOne>(`${path}/:id/state`, async (request) => {
    const { state, version } = parseBody(moveSchema, request.body, 'A move names a state and the version.')
    const id = readId(request.params.id)
    const moved = await changeWithRecord(db, sessionOf(request).member, async (client) => {
      const from = await moveSubmission(client, { kind, id, version, state })
      return from && { action: `moved ${called}`, details: { id, from, to: state } }
    })
    if (moved) return {}
    if (await hasSubmission({ db }, kind, id)) throw new HttpProblem(409, MOVED, undefined, 'moved_meanwhile')
    throw new HttpProblem(404)
  })

  api.post<OfOne>(`${path}/:id/notes`, async (request) => {
    const { text } = parseBody(noteSchema, request.body, NOTE_RULE)
    const id = readId(request.params.id)
    const { member } = sessionOf(request)
    const noted = await changeWithRecord(db, member, async (client) =>
      (await addNote(client, { kind, id, author: member.name, text }))
        ? { action: `wrote a note on ${called}`, details: { id } }
        : undefined,
    )
    if (noted === undefined) throw new HttpProblem(404)
    return {}
  })

  api.delete<OfOne>(`${path}/:id`, async (request) => {
    const id = readId(request.params.id)
    const deleted = await changeWithRecord(db, sessionOf(request).member, async (client) =>
      (await deleteSubmission(client, { kind, id }))
        ? { action: `deleted ${called}`, details: { id } }
        : undefined,
    )
    if (deleted === undefined) throw new HttpProblem(404)
    return {}
  })
}
