/** Stops the start; its message is the one line the operator reads. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
