/** An answer that is no success, with the sentence a person reads and a code a program can tell it by. */
export class HttpError extends Error {
  override name = 'HttpError'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What somebody asked for is not there, or not for them: nobody can tell which. */
export const notFound = (message = 'There is nothing here.'): HttpError => new HttpError(404, 'not_found', message)

/** The session is no good: the one case of 401. */
export const badSession = (): HttpError =>
  new HttpError(401, 'bad_session', 'Your session has ended. Please sign in again.')

/** What was asked can't be read. */
export const badRequest = (message: string): HttpError => new HttpError(400, 'bad_request', message)
