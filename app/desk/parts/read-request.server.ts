import * as v from 'valibot'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'

/** Throws a 400 problem with the rule that the body breaks, as a sentence. */
export function parseBody<T extends v.GenericSchema>(
  schema: T,
  body: unknown,
  rule: string,
): v.InferOutput<T> {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new HttpProblem(400, rule)
  return parsed.output
}

/** Ids that no row can have are unknown. */
export function readId(id: string): number {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new HttpProblem(404)
  return Number(id)
}
