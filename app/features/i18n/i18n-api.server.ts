import type { FastifyInstance } from 'fastify'
import type { Messages } from '../../platform/browser/messages.tsx'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { LANGUAGES, type Language } from './contract.ts'

type Needs = { catalogueFor(language: Language): Messages }

/** The words of another language, for a page that is open already. */
export async function i18nApi(api: FastifyInstance, { catalogueFor }: Needs): Promise<void> {
  api.get<{ Params: { language: string } }>('/messages/:language', async (request) => {
    const language = LANGUAGES.find((known) => known === request.params.language)
    if (language === undefined) throw new HttpProblem(404, 'There is no such language here.')
    return catalogueFor(language)
  })
}
