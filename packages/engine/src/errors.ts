/** The requested object doesn't exist, or the viewer may not see it. The error doesn't reveal which. */
export class NotFound extends Error {
  constructor(message = 'There is nothing here.') {
    super(message)
    this.name = 'NotFound'
  }
}
