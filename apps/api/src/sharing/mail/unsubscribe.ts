import { createHmac, timingSafeEqual } from 'node:crypto'
import { installationKey, type State } from '@leaselight/state'
import { z } from 'zod'

/** Which subscription a link ends. */
export interface Subscription {
  scheduleId: string
  email: string
}

const shape = z.tuple([z.uuid(), z.string()])

/** The secret that signs the links: made by the installation itself, the same for all its instances. */
export const linkKey = (state: State): Promise<string> => installationKey(state, 'unsubscribe')

const signature = (text: string, key: string): string =>
  createHmac('sha256', key).update(`unsubscribe:${text}`).digest('base64url')

/** What a link carries: the subscription, signed, so that nobody can end another's. */
export function writeToken({ scheduleId, email }: Subscription, key: string): string {
  const text = Buffer.from(JSON.stringify([scheduleId, email])).toString('base64url')
  return `${text}.${signature(text, key)}`
}

/** The subscription of a token, or nothing when we did not write it. */
export function readToken(token: string, key: string): Subscription | undefined {
  const [text = '', signed = '', ...rest] = token.split('.')
  const [given, own] = [Buffer.from(signed), Buffer.from(signature(text, key))]
  if (rest.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const parsed = shape.safeParse(jsonOf(text))
  return parsed.success ? { scheduleId: parsed.data[0], email: parsed.data[1] } : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    // What is no JSON has no shape of ours either.
    return undefined
  }
}
