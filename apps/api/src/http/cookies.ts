import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a cookie of ours is kept: never readable by scripts, and only sent to the doors that need it. */
export interface CookieOptions {
  path: string
  seconds: number
  /** `Lax` where somebody comes back from another site, else `Strict`. */
  sameSite: 'Lax' | 'Strict'
  /** Only over https, where we stand behind it. */
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
