import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemoteJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getWithBody, postJson, startTestCrm, type TestClock, testClock } from '../testing'

const ann = { username: 'ann', password: 'open sesame', type: 'manager' }
const signedIn = z.strictObject({ token: z.string(), refresh_token: z.string(), message: z.string() })
const refreshed = z.strictObject({ accessToken: z.string(), refreshToken: z.string() })

let clock: TestClock
let url: string
let close: () => Promise<void>
const links: string[] = []

beforeAll(async () => {
  clock = testClock()
  const crm = await startTestCrm(
    {},
    { now: clock.now, onPasswordForgotten: (_name, address) => void links.push(address) },
  )
  url = crm.url
  close = crm.close
})
afterAll(() => close())

const validate = (body: object) => postJson(`${url}/auth/validate`, body)
const signIn = async (body: object = ann) => signedIn.parse((await validate(body)).body)
const refresh = (refreshToken: string) => getWithBody(`${url}/auth/refresh`, { refreshToken })
const profile = async (token: string) => {
  const answer = await fetch(`${url}/profile`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: await answer.json() }
}

describe('POST /auth/validate', () => {
  it('returns a token that the key set verifies, with the payload of the contract', async () => {
    const { token } = await signIn()
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`))
    const { payload } = await jwtVerify(token, keys, { issuer: 'leaselight-crm', currentDate: clock.now() })
    const iat = clock.now().getTime() / 1000
    expect(payload).toEqual({
      exp: iat + 900,
      iat,
      iss: 'leaselight-crm',
      sub: { company_id: 1, user_id: 1, role: 'manager', group_ids: [7] },
    })
  })

  it('needs no type and accepts the name in any letter case', async () => {
    await signIn({ username: ' Ann', password: 'open sesame' })
  })

  it.each([
    ['a wrong password', { ...ann, password: 'wrong' }],
    ['an unknown name', { ...ann, username: 'nobody' }],
    ['a deleted user', { ...ann, username: 'dan' }],
    ['no password', { username: 'ann' }],
    ['a password that is no text', { ...ann, password: { $ne: '' } }],
    ['the name of something every object has', { ...ann, username: '__proto__' }],
  ])('answers 400 Bad Request to %s', async (_case, body) => {
    expect(await validate(body)).toEqual({ status: 400, body: { message: 'Bad Request' } })
  })

  it('answers 400 to invalid JSON, and 415 to an unknown content type', async () => {
    const send = (type: string) =>
      fetch(`${url}/auth/validate`, { method: 'POST', body: '{', headers: { 'content-type': type } })
    expect((await send('application/json')).status).toBe(400)
    expect((await send('application/xml')).status).toBe(415)
  })

  it('requires a new password instead of returning a token, but only after the right one', async () => {
    expect(await validate({ ...ann, username: 'max' })).toEqual({
      status: 200,
      body: { message: 'PASSWORD CHANGE REQUIRED' },
    })
    expect((await validate({ ...ann, username: 'max', password: 'wrong' })).status).toBe(400)
  })

  it('takes as long for unknown names as for known ones', async () => {
    const times = { tom: 0, stranger: 0 }
    // Alternating, so that other load on the machine slows both.
    for (let round = 0; round < 5; round += 1) {
      for (const username of ['tom', 'stranger'] as const) {
        const start = performance.now()
        await validate({ username, password: 'wrong' })
        times[username] += performance.now() - start
      }
    }
    const [known, unknown] = [times.tom, times.stranger]
    // A hash takes some 50 ms and everything else under 2: without one the ratio would exceed 10.
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3)
    clock.advance(60)
  })

  it('stops after ten failures in a minute, also when concurrent, for that name only', async () => {
    const wrong = { username: 'ada', password: 'wrong' }
    const answers = await Promise.all(Array.from({ length: 14 }, () => validate(wrong)))
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(4)
    expect((await validate({ ...ann, username: 'ADA' })).status).toBe(429)
    expect((await validate(ann)).status).toBe(200)
    clock.advance(60)
    expect((await validate({ ...ann, username: 'ada' })).status).toBe(200)
  })

  it('counts failures, not successes', async () => {
    for (let round = 0; round < 12; round += 1) await signIn()
  })
})

describe('GET /auth/refresh with a body', () => {
  it('returns a new pair, and the access token works', async () => {
    const { refresh_token } = await signIn()
    const { status, body } = await refresh(refresh_token)
    expect(status).toBe(200)
    const pair = refreshed.parse(body)
    expect(pair.refreshToken).not.toBe(refresh_token)
    expect((await profile(pair.accessToken)).status).toBe(200)
    expect((await refresh(pair.refreshToken)).status).toBe(200)
  })

  it('lets twenty concurrent requests of two tabs refresh, and both continue', async () => {
    const { refresh_token } = await signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    const next = answers.map(({ body }) => refreshed.parse(body).refreshToken)
    expect(new Set(next).size).toBe(1)
    clock.advance(9)
    expect((await refresh(refresh_token)).status).toBe(200)
    clock.advance(600)
    expect((await refresh(next[0] ?? '')).status).toBe(200)
  })

  it('ends the whole family when a used token returns later', async () => {
    const { refresh_token } = await signIn()
    const thief = refreshed.parse((await refresh(refresh_token)).body)
    clock.advance(10)
    expect(await refresh(refresh_token)).toEqual({ status: 401, body: { message: 'Unauthorized' } })
    expect((await refresh(thief.refreshToken)).status).toBe(401)
  })

  it('ends the family at once when a token of two generations ago returns', async () => {
    const { refresh_token } = await signIn()
    const second = refreshed.parse((await refresh(refresh_token)).body).refreshToken
    const third = refreshed.parse((await refresh(second)).body).refreshToken
    expect((await refresh(refresh_token)).status).toBe(401)
    expect((await refresh(third)).status).toBe(401)
  })

  it('leaves other sign-ins of the same user alone', async () => {
    const [one, other] = [await signIn(), await signIn()]
    await refresh(one.refresh_token)
    clock.advance(10)
    await refresh(one.refresh_token)
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  it('ends 72 hours after the last use', async () => {
    const { refresh_token } = await signIn()
    clock.advance(72 * 3600 - 1)
    const { refreshToken } = refreshed.parse((await refresh(refresh_token)).body)
    clock.advance(72 * 3600)
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  it('rejects tokens it did not issue', async () => {
    const { refresh_token } = await signIn()
    const [id = '', generation = ''] = refresh_token.split('.')
    const forged = createHmac('sha256', 'guess').update(`${id}.${generation}`).digest('base64url')
    for (const token of ['x', '..', `${id}.2.${forged}`, `${id}.${generation}.`, `${refresh_token}x`]) {
      expect((await refresh(token)).status).toBe(401)
    }
    // Invalid tokens of an existing family must not end it.
    expect((await refresh(refresh_token)).status).toBe(200)
    expect((await getWithBody(`${url}/auth/refresh`, {})).status).toBe(400)
    expect((await getWithBody(`${url}/auth/refresh`, '{')).status).toBe(400)
    expect((await fetch(`${url}/auth/refresh`)).status).toBe(400)
  })
})

describe('GET /profile', () => {
  it("gives the contract's fields and no others", async () => {
    const { token } = await signIn()
    expect(await profile(token)).toEqual({
      status: 200,
      body: {
        data: {
          profile: {
            is_deleted: false,
            email: 'ann@example.com',
            first_name: null,
            last_name: null,
            manager_id: 4,
            phone_number: '+1 555 0100',
            phone_id: 9,
            photo: null,
            timezone: 'America/New_York',
          },
        },
      },
    })
  })

  it('tells people of two companies with the same id apart', async () => {
    const { token } = await signIn({ ...ann, username: 'tom' })
    expect((await profile(token)).body).toMatchObject({ data: { profile: { email: 'tom@example.com' } } })
  })

  it('accepts a GET with a content type and no body', async () => {
    const { token } = await signIn()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect((await fetch(`${url}/profile`, { headers })).status).toBe(200)
  })

  it('rejects a token the second it expires', async () => {
    const { token } = await signIn()
    clock.advance(899)
    expect((await profile(token)).status).toBe(200)
    clock.advance(1)
    expect(await profile(token)).toEqual({ status: 401, body: { message: 'Unauthorized' } })
  })

  it('rejects forged tokens', async () => {
    const { token } = await signIn()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = z
      .looseObject({ sub: z.object({}).loose() })
      .parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    const asAdmin = encode({ ...claims, sub: { ...claims.sub, role: 'master' } })
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const { kid } = decodeProtectedHeader(token)
    const other = await new SignJWT({ ...claims, sub: 'x' }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    const jwks = z
      .object({ keys: z.array(z.looseObject({})) })
      .parse(await (await fetch(`${url}/.well-known/jwks.json`)).json())
    // The well-known attack: the public key used as a shared secret.
    const secret = JSON.stringify(jwks.keys[0])
    const confused = encode({ alg: 'HS256', kid })
    const hmac = createHmac('sha256', secret).update(`${confused}.${payload}`).digest('base64url')
    const carried = encode({ alg: 'ES256', jwk: await exportJWK(publicKey) })
    const forged = [
      '',
      'x',
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none' })}.${asAdmin}.${signature}`,
      `${header}.${asAdmin}.${signature}`,
      `${header}.${payload}.`,
      `${confused}.${payload}.${hmac}`,
      `${carried}.${payload}.${other.split('.')[2]}`,
      other,
    ]
    for (const one of forged) expect((await profile(one)).status).toBe(401)
    expect((await fetch(`${url}/profile`)).status).toBe(401)
  })

  it('publishes no private part of the key', async () => {
    const text = await (await fetch(`${url}/.well-known/jwks.json`)).text()
    const { keys } = z.object({ keys: z.array(z.looseObject({})) }).parse(JSON.parse(text))
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']])
  })
})

describe('POST /auth/password/forgot', () => {
  it('gives the same answer for every name, and gives the operator a link for existing ones', async () => {
    const forgot = (username: string) => postJson(`${url}/auth/password/forgot`, { username })
    const known = await forgot('ann')
    expect(known.status).toBe(200)
    expect(await forgot('nobody')).toEqual(known)
    expect(await forgot('dan')).toEqual(known)
    expect(links).toHaveLength(1)
    expect(links[0]).toMatch(new RegExp(`^${url}/change-password\\?username=ann&reset=[\\w-]{43}$`))
    expect((await postJson(`${url}/auth/password/forgot`, {})).status).toBe(400)
  })
})

describe('with a data directory', () => {
  it('restores keys and issued tokens after a restart, readable by the owner only', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'leaselight-crm-'))
    const first = await startTestCrm({ dataDir })
    const pair = signedIn.parse((await postJson(`${first.url}/auth/validate`, ann)).body)
    await first.close()
    const file = join(dataDir, 'crm.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain('open sesame')

    const second = await startTestCrm({ dataDir })
    const headers = { authorization: `Bearer ${pair.token}` }
    expect((await fetch(`${second.url}/profile`, { headers })).status).toBe(200)
    expect((await getWithBody(`${second.url}/auth/refresh`, { refreshToken: pair.refresh_token })).status).toBe(200)
    await second.close()

    await writeFile(file, '{"signingKey"')
    await expect(startTestCrm({ dataDir })).rejects.toThrow(
      `${file} is damaged. Move it away to start with fresh keys.`,
    )
    await rm(dataDir, { recursive: true })
  })
})
