import { createServer, type Server } from 'node:http'
import { tempState } from '@leaselight/state/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// The stand-in is a sibling and no library of ours: only this test puts the two together.
import { startCrm } from '../../../crm/src/server'
import { parseSettings as parseCrmSettings } from '../../../crm/src/settings'
import { buildServer } from '../server'
import { parseSettings } from '../settings/settings'
import { answerErrors } from '../testing/responseSchemas'
import { freePort, NOW, type TestServer, testServer } from '../testing/server'
import { openCrm } from './crm'

const post = (app: FastifyInstance, url: string, payload: object) => app.inject({ method: 'POST', url, payload })

describe('with the CRM stand-in', () => {
  let server: TestServer
  let closeCrm: () => Promise<void>
  beforeAll(async () => {
    const port = await freePort()
    const settings = parseCrmSettings({ CRM_PORT: String(port), NOW: NOW.toISOString() })
    const users = [
      ['maria', 201, 'manager'],
      ['gone', 207, 'manager'],
      ['adam', 206, 'admin'],
    ] as const
    const crm = await startCrm(settings, {
      users: users.map(([username, user_id, role]) => ({
        username,
        password: 'a good password',
        role,
        first_name: username,
        last_name: 'Test',
        email: `${username}@pine.example`,
        company_id: 1,
        user_id,
        group_ids: [],
        property_ids: [],
      })),
    })
    closeCrm = crm.close
    server = await testServer({ CRM_PORT: String(port), CRM_JWT_SECRET: '' })
  })
  afterAll(async () => {
    await server.close()
    await closeCrm()
  })

  const signIn = (username: string, password = 'a good password') =>
    post(server.app, '/api/auth/validate', { username, password })

  test('one signs in, reads a report, refreshes, and reads it again', async () => {
    const answer = (await signIn('maria')).json()
    expect(await answerErrors(server.app, 'signIn', answer)).toBeNull()
    const read = async (token: string) =>
      (await server.app.inject({ url: '/api/reports/occupancy', headers: { authorization: `Bearer ${token}` } }))
        .statusCode
    expect(await read(answer.token)).toBe(200)
    const next = (await post(server.app, '/api/auth/refresh', { refresh_token: answer.refresh_token })).json()
    expect(await answerErrors(server.app, 'refreshSession', next)).toBeNull()
    expect(await read(next.access_token)).toBe(200)
  })

  test('a wrong password and a deleted user are refused alike', async () => {
    const [wrong, gone] = await Promise.all([signIn('maria', 'wrong'), signIn('gone')])
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toMatchObject({ message: 'Bad Request', error: { code: 'bad_request' } })
    expect([gone.statusCode, gone.json()]).toEqual([400, wrong.json()])
  })

  test('the profile is the CRM’s, and empty for roles that have none', async () => {
    const profileOf = async (username: string) => {
      const { token } = (await signIn(username)).json()
      const headers = { authorization: `Bearer ${token}` }
      const answer = (await server.app.inject({ url: '/api/profile', headers })).json()
      expect(await answerErrors(server.app, 'profile', answer)).toBeNull()
      return answer.data.profile
    }
    expect(await profileOf('maria')).toMatchObject({ email: 'maria@pine.example', is_deleted: false })
    expect(await profileOf('adam')).toMatchObject({ email: null, first_name: null })
  })

  test('a refresh token that is not accepted ends the session, a body that can’t be read does not', async () => {
    expect((await post(server.app, '/api/auth/refresh', { refresh_token: 'guess' })).statusCode).toBe(401)
    expect((await post(server.app, '/api/auth/refresh', { refresh_token: 7 })).statusCode).toBe(400)
    expect((await post(server.app, '/api/auth/validate', { username: 'maria' })).statusCode).toBe(400)
    const forgot = (await post(server.app, '/api/auth/password/forgot', { username: 'maria' })).json()
    expect([forgot.message, await answerErrors(server.app, 'requestPassword', forgot)]).toEqual([
      expect.stringMatching(/\.$/),
      null,
    ])
  })

  test('a user who was deleted since the sign-in gets no new tokens', async () => {
    const { refresh_token } = (await signIn('adam')).json()
    await server.store.load({ users: [{ id: 206, company_id: 1, deleted: true }] }, { now: NOW.getTime() })
    const refused = await post(server.app, '/api/auth/refresh', { refresh_token })
    expect([refused.statusCode, refused.json()]).toEqual([
      401,
      { error: { message: 'This account has been deleted. Ask your administrator.', code: 'account_deleted' } },
    ])
  })

  test('signing in over and over is slowed down', async () => {
    const limited = await testLimited(server)
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++)
      statuses.push((await post(limited, '/api/auth/refresh', { refresh_token: 7 })).statusCode)
    expect(statuses).toEqual([400, 400, 400, 429])
    const { error } = (await post(limited, '/api/auth/refresh', {})).json()
    expect(error).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Too many requests\. Please wait/),
    })
    await limited.close()
  })

  async function testLimited({ store }: TestServer): Promise<FastifyInstance> {
    const settings = parseSettings({ SIGN_IN_LIMIT: '3', LOG_LEVEL: 'silent' })
    const state = await tempState()
    const app = await buildServer(settings, { facts: store.facts, state })
    app.addHook('onClose', () => state.close())
    return app
  }
})

describe('without it', () => {
  let odd: Server
  let url: string
  beforeAll(async () => {
    odd = createServer((request, response) => {
      if (request.url === '/auth/refresh') response.writeHead(500).end('<h1>Oops</h1>')
      else if (request.url === '/profile') response.end('not json')
      // Everything else is never answered.
    })
    const port = await freePort()
    await new Promise<void>((resolve) => odd.listen(port, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${port}`
  })
  afterAll(() => {
    odd.closeAllConnections()
    odd.close()
  })

  const sentence = { status: 503, code: 'crm_unavailable', message: expect.stringMatching(/not answering.*again/) }
  const credentials = { username: 'maria', password: 'x', type: 'manager' }

  test('a dead CRM, a slow one and one that talks nonsense each become a sentence', async () => {
    await expect(openCrm(`http://127.0.0.1:${await freePort()}`).validate(credentials)).rejects.toMatchObject(sentence)
    await expect(openCrm(url, 100).validate(credentials)).rejects.toMatchObject(sentence)
    await expect(openCrm(url).refresh('x')).rejects.toMatchObject(sentence)
    await expect(openCrm(url).profile('x')).rejects.toMatchObject(sentence)
  })
})
