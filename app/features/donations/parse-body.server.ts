import * as v from 'valibot'
import { donationsProblem, isDonationsProblemCode } from './problems.server.ts'

/** Throws a 400 problem for the wrong shape, or a 422 with the code of the first rule that a value breaks. */
export function parseBody<const S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const codes = parsed.issues.map(({ message }) => message)
  const [code = ''] = codes
  const isRejected = isDonationsProblemCode(code) && codes.every(isDonationsProblemCode)
  throw donationsProblem(isRejected ? code : 'body_malformed')
}
