import type { FastifyInstance } from 'fastify'
import type { Messages } from '../../platform/browser/messages.tsx'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { findLanguage, type Language } from './contract.ts'

type Options = { catalogueFor(language: Language): Messages }

/** The messages of another language, for a page that is already open. */
export async function i18nApi(api: FastifyInstance, { catalogueFor }: Options): Promise<void> {
  api.get<{ Params: { language: string } }>('/messages/:language', async (request) => {
    const language = findLanguage(request.params.language)
    if (language === undefined) throw new HttpProblem(404, 'There is no such language here.')
    return catalogueFor(language)
  })
}
