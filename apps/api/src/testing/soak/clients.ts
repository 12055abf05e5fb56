import { setTimeout as sleep } from 'node:timers/promises'
import { units } from '../feeds'
import { tokenFor } from '../server'
import { prospectRecord } from '../storeServers'
import type { Kind, Ledger } from './ledger'

export const IMPORT_KEY = 'the-key-of-the-soak-long-enough'
/** Users who take turns, because each may save and schedule only so much. */
export const USERS = Array.from({ length: 60 }, (_, index) => 1001 + index)
export const PROPERTY_ID = 11

const PACE_MS = 250
const FIRST_ID = 100_000
const BATCH = 5

/** A request as an administrator. Undefined when there was no answer, or one that says to come again. */
export async function send(
  url: string,
  {
    body,
    headers,
    userId = USERS[0],
  }: { body?: object | string; headers?: Record<string, string>; userId?: number } = {},
): Promise<{ status: number; json: Record<string, unknown> } | undefined> {
  const iat = Math.floor(Date.now() / 1000)
  const token = await tokenFor({ user_id: userId ?? 0, role: 'admin' }, { claims: { iat, exp: iat + 900 } })
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const json = await response.json()
    return [429, 503].includes(response.status) ? undefined : { status: response.status, json }
  } catch {
    return undefined
  }
}

/** Sends as `send` does; throws for an answer that is neither success nor `come again`. */
async function succeeds(...request: Parameters<typeof send>): Promise<Record<string, unknown> | undefined> {
  const answer = await send(...request)
  if (answer && answer.status !== 200) throw new Error(`${request[0]}: ${answer.status} ${JSON.stringify(answer.json)}`)
  return answer?.json
}

/** Imports through the API with the company's key; undefined without an answer. */
export const importRecords = (url: string, entity: string, records: readonly object[]) =>
  succeeds(`${url}/api/import/${entity}`, {
    body: records.map((record) => JSON.stringify(record)).join('\n'),
    headers: { 'x-import-key': IMPORT_KEY, 'content-type': 'application/x-ndjson' },
  })

/** Makes the feed that the soak uploads to. */
export async function makeFeed(url: string): Promise<{ id: string; key: string }> {
  const settings = { name: 'Soak', kind: 'contract', entity: 'units', source: 'upload', rhythm: 'daily' }
  const feed = await succeeds(`${url}/api/feeds`, { body: settings })
  const key = await succeeds(`${url}/api/feeds/${feed?.id}/keys`, { body: {} })
  return { id: String(feed?.id), key: String(key?.key) }
}

const turn = (number: number): number => USERS[number % USERS.length] ?? 0
const prospects = (number: number) =>
  Array.from({ length: BATCH }, (_, index) => prospectRecord(FIRST_ID + number * BATCH + index))

/** The minute after next, at which a schedule made now runs for the first time. */
const soon = (): string => new Date(Date.now() + 90_000).toISOString().slice(11, 16)

/** One act of each kind. Returns whether it was acknowledged; `again` acts are repeated until they are. */
const acts: Record<
  Kind,
  { again: boolean; act: (url: string, number: number, feed: { id: string; key: string }) => Promise<boolean> }
> = {
  import: {
    again: true,
    act: async (url, number) => (await importRecords(url, 'prospects', prospects(number * 2))) !== undefined,
  },
  save: {
    again: false,
    act: async (url, number) =>
      (await succeeds(`${url}/api/saved-reports`, {
        body: { name: `save-${number}`, report: 'activity', params: {} },
        userId: turn(number),
      })) !== undefined,
  },
  schedule: {
    again: false,
    act: async (url, number) =>
      (await succeeds(`${url}/api/scheduled-reports`, {
        body: {
          ...{ name: `schedule-${number}`, report: 'activity', params: {}, frequency: 'DAILY', time: soon() },
          ...{ time_zone: 'UTC', formats: ['csv'], emails: [`schedule-${number}@x.example`] },
        },
        userId: turn(number),
      })) !== undefined,
  },
  share: {
    again: false,
    act: async (url, number) =>
      (await succeeds(`${url}/api/share-report`, {
        body: { report: 'activity', formats: ['csv'], emails: [`share-${number}@x.example`] },
        userId: turn(number),
      })) !== undefined,
  },
  erase: {
    again: true,
    async act(url, number) {
      const [person] = prospects(number * 2 + 1)
      if (!person || !(await importRecords(url, 'prospects', [person]))) return false
      return (await succeeds(`${url}/api/admin/erase`, { body: { prospect_ids: [person.id] } })) !== undefined
    },
  },
  feed: {
    again: true,
    act: async (url, number, { id, key }) =>
      (await succeeds(`${url}/api/feeds/${id}/upload?name=units-${number}.ndjson`, {
        body: units(FIRST_ID + number),
        headers: { 'x-feed-key': key, 'content-type': 'application/octet-stream' },
      })) !== undefined,
  },
}

/** What an act leaves behind, by the names and ids under which it is looked for afterwards. */
export const traces: Record<Kind, (number: number) => string[]> = {
  import: (number) => prospects(number * 2).map(({ id }) => String(id)),
  save: (number) => [`save-${number}`],
  schedule: (number) => [`schedule-${number}`],
  share: (number) => [`share-${number}`],
  erase: (number) =>
    prospects(number * 2 + 1)
      .slice(0, 1)
      .map(({ id }) => String(id)),
  feed: (number) => [String(FIRST_ID + number)],
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Acts in one way until told to stop, and keeps the books. */
export async function actUntil(
  stop: AbortSignal,
  kind: Kind,
  { url, feed, ledger }: { url: string; feed: { id: string; key: string }; ledger: Ledger },
): Promise<void> {
  const { again, act } = acts[kind]
  for (let number = 0; !stop.aborted; number++) {
    let isDone = await act(url, number, feed)
    while (!isDone && again) {
      await sleep(PACE_MS)
      isDone = await act(url, number, feed)
    }
    for (const trace of traces[kind](number)) (isDone ? ledger.acknowledged : ledger.unknown).add(trace)
    do await sleep(PACE_MS)
    while (!stop.aborted && !(await isReady(url)))
  }
}
