import { request } from 'node:http'
import type { CrmUserInput } from './auth/accounts'
import { type CrmOverrides, startCrm } from './server'
import { type CrmSettings, parseSettings } from './settings'

/** The people of the tests, all with the password `open sesame`. */
export const people: CrmUserInput[] = [
  person(1, 'ann', 'manager', {
    manager_id: 4,
    phone_number: '+1 555 0100',
    phone_id: 9,
    time_zone: 'America/New_York',
  }),
  person(2, 'dan', 'manager', { is_deleted: true }),
  person(3, 'max', 'agent', { must_change: true }),
  person(4, 'ada', 'admin'),
  person(5, 'mia', 'master'),
  person(1, 'tom', 'manager', { company_id: 2 }),
]

function person(user_id: number, username: string, role: string, more: Partial<CrmUserInput> = {}): CrmUserInput {
  const email = `${username}@example.com`
  return { user_id, username, role, email, password: 'open sesame', company_id: 1, group_ids: [7], ...more }
}

/** A clock that tests set. */
export interface TestClock {
  now: () => Date
  advance(seconds: number): void
}

/** A clock that only moves when a test advances it. */
export function testClock(): TestClock {
  let time = Date.parse('2026-03-10T12:00:00Z')
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1000
    },
  }
}

/** Starts a CRM of the tests' people on a free port. */
export function startTestCrm(settings: Partial<CrmSettings> = {}, parts: CrmOverrides = {}) {
  const standard = parseSettings({ CRM_PORT: '0', ANALYTICS_URL: 'http://analytics.test:8080' })
  const recording = (threadId: string, seconds: number) => Buffer.from(`${threadId} for ${seconds} seconds`)
  return startCrm({ ...standard, ...settings }, { users: people, recording, ...parts })
}

/** Posts JSON; returns status and body. */
export async function postJson(url: string, body: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

/** A GET with a JSON body, which `fetch` refuses to send. */
export function getWithBody(url: string, body: object | string): Promise<{ status: number; body: unknown }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const sending = request(url, { method: 'GET', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(String(Buffer.concat(chunks))) }),
      )
    })
    sending.on('error', reject)
    sending.end(text)
  })
}

/** A browser reduced to forms, cookies and redirects. It follows no redirect but returns its target. */
export function testBrowser(base: string) {
  let cookie = ''
  const visit = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, base), {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', cookie, ...init.headers },
    })
    for (const header of answer.headers.getSetCookie()) cookie = header.split(';')[0] ?? ''
    return {
      status: answer.status,
      to: answer.headers.get('location'),
      headers: answer.headers,
      text: await answer.text(),
    }
  }
  return {
    open: (path: string) => visit(path),
    submit: (path: string, fields: Record<string, string>, origin = base) =>
      visit(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin } }),
    cookie: () => cookie,
  }
}
