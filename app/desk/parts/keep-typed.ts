/** What a form shows after a save: what is stored now, and what was typed since `sent` was sent. */
export function keepTyped<Draft extends object>(stored: Draft, sent: Draft, typed: Draft): Draft {
  const since = Object.entries(typed).filter(([field, value]) => value !== sent[field as keyof Draft])
  return { ...stored, ...Object.fromEntries(since) }
}
