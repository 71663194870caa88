/** Aborts the start; the operator sees one line per problem. */
export class CannotStart extends Error {
  override name = 'CannotStart'
  readonly problems: string[]

  constructor(...problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
