import type { FastifyReply } from 'fastify'

/** Marks an answer that a link opens: search engines leave it alone, and nothing between here and the reader stores it. */
export const unlisted = (reply: FastifyReply): FastifyReply =>
  reply.header('x-robots-tag', 'noindex, nofollow, noarchive').header('cache-control', 'private, no-store')
