/** What was asked for is not there, or is not for this viewer: nobody can tell which. */
export class NotFound extends Error {
  constructor(message = 'There is nothing here.') {
    super(message)
    this.name = 'NotFound'
  }
}
