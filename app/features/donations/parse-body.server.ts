import * as v from 'valibot'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'

const WORDS: Record<string, string> = {
  username_length: 'A name has at least one character and at most 40.',
  username_spaces: 'A name may contain single spaces, and no other blanks.',
  username_marks: 'A name must not stack that many accents on one letter.',
  username_invisible: 'A name must not contain invisible characters.',
  x_account_form: 'An X account has up to 15 letters, digits and underscores.',
  amount_invalid: 'Please enter a valid donation amount',
  amount_below_minimum: 'The smallest donation is 0.001 SOL.',
  amount_above_maximum: 'The largest donation is 1,000,000 SOL.',
}

/** The body as the contract has it: 400 when it has another shape, 422 when a value in it is refused. */
export function readAs<const S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, body, { abortPipeEarly: true })
  if (read.success) return read.output
  const codes = read.issues.map(({ message }) => message)
  const [code = ''] = codes
  const detail = codes.every((each) => each in WORDS) ? WORDS[code] : undefined
  if (detail === undefined) throw new HttpProblem(400, 'A donation has a username and an amount.')
  throw new HttpProblem(422, detail, undefined, code)
}
