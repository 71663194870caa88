import * as v from 'valibot'
import { problemOf } from './http-problem.server.ts'
import type { ProblemKind } from './problem.ts'

export const BODY_MALFORMED: ProblemKind = {
  code: 'body_malformed',
  status: 400,
  detail: {
    en: 'The request does not have the expected fields.',
    es: 'La petición no tiene los campos esperados.',
    fr: 'La requête ne contient pas les champs attendus.',
    de: 'Der Anfrage fehlen die erwarteten Felder.',
    ru: 'В запросе нет ожидаемых полей.',
    zh: '请求缺少所需的字段。',
  },
}

/**
 * Throws the problem of the first rule that a value breaks: the rules of the schema have the codes of `problems` as their
 * messages. For the wrong shape, it throws a 400 problem.
 */
export function parseBody<const S extends v.GenericSchema>(
  schema: S,
  body: unknown,
  problems: Record<string, Omit<ProblemKind, 'code'>>,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const broken = parsed.issues.map(({ message: code }) => Object.hasOwn(problems, code) && problems[code])
  const [first] = broken
  const code = parsed.issues[0].message
  throw problemOf(first && broken.every(Boolean) ? { code, ...first } : BODY_MALFORMED)
}
