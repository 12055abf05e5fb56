import type { FastifyReply, FastifyRequest } from 'fastify'

/** Options of a cookie. All cookies are HttpOnly and limited to the path of the routes that need them. */
export interface CookieOptions {
  path: string
  seconds: number
  /** `Lax` where somebody comes back from another site, else `Strict`. */
  sameSite: 'Lax' | 'Strict'
  /** Sent over HTTPS only; set when the public address uses HTTPS. */
  secure: boolean
}

/** A cookie of the request. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

/** Gives the browser a cookie; an empty one of no seconds takes it back. */
export function setCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  const { path, seconds, sameSite, secure } = options
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', `SameSite=${sameSite}`]
  reply.header('set-cookie', [...(secure ? [...parts, 'Secure'] : parts)].join('; '))
}
