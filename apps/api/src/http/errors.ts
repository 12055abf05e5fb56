/** An answer that is no success, with the sentence a person reads and a code a program can tell it by. */
export class HttpError extends Error {
  override name = 'HttpError'
  /** After how many seconds the same request is worth trying again. */
  readonly retryAfter: number | undefined
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(message, options)
    this.retryAfter = options?.retryAfter
  }
}

/** Missing or not visible to the caller. Both get the same 404, so that the response reveals nothing. */
export const notFound = (message = 'There is nothing here.'): HttpError => new HttpError(404, 'not_found', message)

/** The session is invalid or expired: the only case of 401. */
export const badSession = (): HttpError =>
  new HttpError(401, 'bad_session', 'Your session has ended. Please sign in again.')

/** The request is malformed. */
export const badRequest = (message: string): HttpError => new HttpError(400, 'bad_request', message)
