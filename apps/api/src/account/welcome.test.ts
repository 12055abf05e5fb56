import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerErrors } from '../testing/responseSchemas'
import { bearer, type Subject, type TestServer, testServer } from '../testing/server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function ask(method: 'GET' | 'PUT', subject: Partial<Subject> = {}) {
  const response = await server.app.inject({ method, url: '/api/welcome', headers: await bearer(subject) })
  const operation = method === 'GET' ? 'readWelcome' : 'markWelcomeRead'
  expect(await answerErrors(server.app, operation, response.json())).toBeNull()
  return response.json()
}

test('explains itself to each user until they have read it', async () => {
  expect(await ask('GET')).toEqual({ read: false })
  expect(await ask('PUT')).toEqual({ read: true })
  expect(await ask('PUT')).toEqual({ read: true })
  expect(await ask('GET')).toEqual({ read: true })
  expect(await ask('GET', { user_id: 202 })).toEqual({ read: false })
})
