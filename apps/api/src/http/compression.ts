import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * What is written in letters. Sound and PDF are compressed already, and the lines of a running import must arrive one by
 * one.
 */
const COMPRESSED =
  /^(application\/json|application\/javascript|image\/svg\+xml|text\/(html|css|csv|plain|javascript))\b/

/** Less would gain nothing: it travels in one packet anyway. */
const SMALLEST_BYTES = 1024

/**
 * Tokens travel uncompressed. Beside text that a stranger can choose, the length of a compressed answer would tell a secret
 * in it, letter by letter (BREACH).
 */
const SECRETS = /^\/api\/(auth|setup)(\/|\?|$)/

/** Compresses answers for those who take that. Asset files are compressed when the web application is built. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    threshold: SMALLEST_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: COMPRESSED,
    // Answers are made anew for each request: the best compression would take longer than it saves on the way.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  })
  app.addHook('onRoute', (route) => {
    if (SECRETS.test(route.url)) route.compress = false
  })
}
