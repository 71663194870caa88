import * as v from 'valibot'
import { donationsProblem, isDonationsProblemCode } from './problems.server.ts'

/** Parses a body: 400 when it has another shape, 422 with the code of the rule when a value in it is rejected. */
export function parseBody<const S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const codes = parsed.issues.map(({ message }) => message)
  const [code = ''] = codes
  const isRejected = isDonationsProblemCode(code) && codes.every(isDonationsProblemCode)
  throw donationsProblem(isRejected ? code : 'body_malformed')
}
