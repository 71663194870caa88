import { CannotStart } from './cannot-start.server.ts'

export type Variables = Readonly<Record<string, string | undefined>>

export type VariableType<T> = {
  expected: string
  parse(text: string): T | undefined
  /** The part of a bad value that may be shown; without this function, all of it. */
  mask?(text: string): string
  /** What is wrong with a value that is accepted nevertheless. */
  findWeakness?(value: T): string | undefined
}

export type SettingsReader = ReturnType<typeof createSettingsReader>

export function createSettingsReader(variables: Variables) {
  const names = new Set<string>()
  const problems: string[] = []
  const warnings: string[] = []
  return {
    read<T, F>(name: string, type: VariableType<T>, fallback: F): T | F {
      names.add(name)
      // An empty variable counts as unset: compose files and CI systems pass those on.
      const text = variables[name]?.trim()
      if (text === undefined || text === '') return fallback
      const value = type.parse(text)
      if (value === undefined) {
        problems.push(`${name} is "${type.mask?.(text) ?? text}"; it takes ${type.expected}`)
        return fallback
      }
      const weakness = type.findWeakness?.(value)
      if (weakness !== undefined) warnings.push(`${name} ${weakness}`)
      return value
    },
    /** For a rule that concerns more than one variable. */
    reject: (problem: string) => void problems.push(problem),
    names: (): ReadonlySet<string> => names,
    /** Throws all problems at once, followed by hints at their cause; returns warnings about accepted values. */
    finish(hints: string[]): string[] {
      if (problems.length > 0) throw new CannotStart(...problems, ...hints)
      return warnings
    },
  }
}
