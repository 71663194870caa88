import * as v from 'valibot'
import { Refusal } from '../../platform/refusal.server.ts'

const WORDS: Record<string, string> = {
  length: 'A name has at least one character and at most 40.',
  unseen: 'A name must not contain invisible characters.',
  amount: 'Please enter a valid donation amount',
}

/** The body as the contract has it: 400 when it has another shape, 422 when a value in it is refused. */
export function readAs<const S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, body)
  if (read.success) return read.output
  const words = read.issues.map(({ message }) => WORDS[message])
  const refused = words.every((text) => text !== undefined) ? words[0] : undefined
  throw refused ? new Refusal(422, refused) : new Refusal(400, 'A donation has a username and an amount.')
}
