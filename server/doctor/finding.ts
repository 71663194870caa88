/** `note`: worth knowing, but nothing is wrong. */
export type Finding = {
  check: string
  verdict: 'well' | 'note' | 'wrong'
  /** What was found; if it is wrong, then what to do. */
  text: string
}

export function well(check: string, text: string): Finding {
  return { check, verdict: 'well', text }
}

export function note(check: string, text: string): Finding {
  return { check, verdict: 'note', text }
}

export function wrong(check: string, text: string, advice: string): Finding {
  return { check, verdict: 'wrong', text: `${text}; ${advice}` }
}
