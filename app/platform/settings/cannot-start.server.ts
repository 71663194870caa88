/** Stops the start; each problem is one line that the operator reads. */
export class CannotStart extends Error {
  override name = 'CannotStart'
  readonly problems: string[]

  constructor(...problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
