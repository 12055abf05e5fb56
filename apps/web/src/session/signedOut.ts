/** This page has no session any more: it ended in another tab, or what the browser stored of it is gone. */
export class SignedOut extends Error {
  override name = 'SignedOut'

  constructor() {
    super('Your session has ended. Please sign in again.')
  }
}
