import { CannotStart } from './cannot-start.server.ts'

export type Variables = Readonly<Record<string, string | undefined>>

export type Kind<T> = {
  takes: string
  parse(text: string): T | undefined
  /** What may be shown of a bad value; all of it when there is no such function. */
  mask?(text: string): string
}

export type SettingsReader = {
  read<T, F>(name: string, kind: Kind<T>, fallback: F): T | F
  /** For a rule that concerns more than one variable. */
  reject(problem: string): void
  names(): ReadonlySet<string>
  /** Reports everything that is wrong at once, and with it what may be the cause. */
  finish(hints: string[]): void
}

export function createSettingsReader(variables: Variables): SettingsReader {
  const names = new Set<string>()
  const problems: string[] = []
  return {
    read(name, kind, fallback) {
      names.add(name)
      // An empty variable counts as unset: compose files and CI systems pass those on.
      const text = variables[name]?.trim()
      if (text === undefined || text === '') return fallback
      const value = kind.parse(text)
      if (value !== undefined) return value
      problems.push(`${name} is "${kind.mask?.(text) ?? text}"; it takes ${kind.takes}`)
      return fallback
    },
    reject: (problem) => void problems.push(problem),
    names: () => names,
    finish(hints) {
      if (problems.length > 0) throw new CannotStart(...problems, ...hints)
    },
  }
}
