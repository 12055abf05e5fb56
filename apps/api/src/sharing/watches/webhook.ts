import { createHmac } from 'node:crypto'
import { type LookupAddress, lookup as resolve } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { badRequest } from '../../http/errors'
import { isListedHost } from '../../http/listedHosts'

/** How long a call may take from the name's look-up to the end of the answer. */
const CALL_MS = 10_000
/** Answers say nothing that is used; a longer one is cut off. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Addresses that are not on the public internet. A list each: one list would hold every IPv4 address against `::ffff:0:0/96`. */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [address, bits] of [
  ...[
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ],
  ...[
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ],
  ...[
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
] as [string, number][])
  notPublic.ipv4.addSubnet(address, bits, 'ipv4')
// Those that carry an IPv4 address inside are left out as a whole: their target could be any.
for (const [address, bits] of [
  ...[
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
  ],
  ...[
    ['2001:db8::', 32],
    ['2002::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
] as [string, number][])
  notPublic.ipv6.addSubnet(address, bits, 'ipv6')

/** Whether an IP address is on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 0) return false
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  return !notPublic[kind].check(address, kind)
}

/** What is called, and how it is signed. */
export interface SignedCall {
  url: string
  /** Stays the same over all attempts, so that the receiver can drop a second one. */
  id: string
  body: string
  /** Null where the address itself is the secret, as with Slack and Teams: then nothing is signed. */
  secret: string | null
  now: Date
}

/**
 * The address as one that may be called, or a 400 with a sentence: https, without a password, and not an IP address within
 * the operator's network.
 * @param privateHosts hosts that the operator allows at private addresses; on this machine by http, too
 */
export function requireCallable(address: string, privateHosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) throw badRequest('The webhook needs an address such as https://hooks.example.com/leads.')
  const isAllowed = privateHosts.some((host) => isListedHost(url, host))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    throw badRequest('The address of a webhook must begin with https://.')
  if (url.username || url.password) throw badRequest('The address of a webhook must not have a password in it.')
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!isAllowed && (url.hostname === 'localhost' || (isIP(literal) !== 0 && !isPublicAddress(literal))))
    throw badRequest(privateRefusal(url.host))
  return url
}

const privateRefusal = (host: string): string =>
  `${host} is not on the public internet. Ask the operator of this server to add it to WEBHOOK_PRIVATE_HOSTS.`

/** Signs a body: HMAC-SHA256 over `timestamp.body`, as `t=1773576000,v1=…`. */
export function signatureOf({ body, secret, now }: Pick<SignedCall, 'body' | 'now'> & { secret: string }): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/**
 * Posts a signed call and returns the status of the answer, or in a sentence why there is none. Follows no redirect. The
 * address of the host is checked at the look-up that the connection uses, so that a name can't lead elsewhere in between.
 */
export async function callWebhook(
  call: SignedCall,
  privateHosts: readonly string[],
): Promise<{ status: number } | { failure: string }> {
  const url = requireCallable(call.url, privateHosts)
  const isAllowed = privateHosts.some((host) => isListedHost(url, host))
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((done) => {
    const request = send(
      url,
      {
        method: 'POST',
        // A connection of its own: one that is reused was checked for another call.
        agent: false,
        signal: AbortSignal.timeout(CALL_MS),
        ...(!isAllowed && { lookup: publicLookup }),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(call.body),
          'user-agent': 'Leaselight',
          'leaselight-delivery': call.id,
          ...(call.secret !== null && { 'leaselight-signature': signatureOf({ ...call, secret: call.secret }) }),
        },
      },
      (response) => {
        const status = response.statusCode ?? 0
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_ANSWER_BYTES) response.destroy()
        })
        response.once('close', () => done({ status }))
        response.on('error', () => done({ status }))
      },
    )
    request.on('error', (error) => done({ failure: `${url.host} can’t be reached (${reasonOf(error)}).` }))
    request.end(call.body)
  })
}

/** Resolves a name as the connection does, and refuses it when any of its addresses is not public. */
const publicLookup: LookupFunction = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused = error ?? (found.every(({ address }) => isPublicAddress(address)) ? null : new Error('not public'))
    if (refused) return answer(refused, [])
    const [first] = found
    if (options.all) answer(null, found)
    else answer(null, first?.address ?? '', first?.family)
  })
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer within 10 seconds'
  return 'code' in error ? String(error.code) : error.message.slice(0, 200)
}
