import { expect, test } from 'vitest'
import { parseSettings } from '../settings/settings'
import { openings, openingsTable } from './openings'

const closed = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://reports.example',
  CRM_URL: 'https://crm.example',
  CRM_AUDIENCE: 'leaselight',
  SMTP_URL: 'smtps://mail.example',
  METRICS_TOKEN: 'a token of the tests',
}
const todo = (env: Record<string, string>) =>
  openings(parseSettings(env)).flatMap((one) => (one.todo === null ? [] : [one.what]))

test('a production names what its settings leave open', () => {
  expect(todo(closed)).toEqual([])
  const { METRICS_TOKEN: _token, ...withoutToken } = closed
  expect(todo(withoutToken)).toEqual([])
  expect(parseSettings(withoutToken).monitoring).toEqual({ token: undefined, isOpen: false })
  expect(todo({ NODE_ENV: 'production', CRM_STAND_IN: 'on', GRAPHQL_INTROSPECTION: 'on' })).toEqual([
    'address',
    'sign-in',
    'tokens',
    'GraphQL',
    'mail',
  ])
  expect(todo({ ...closed, NODE_ENV: 'development', METRICS_TOKEN: '' })).toContain('/metrics')
})

test('the table has a line for each', () => {
  const lines = openingsTable(parseSettings({ ...closed, PUBLIC_URL: 'http://reports.example' }))
  expect(lines.find((line) => line.includes('address'))).toMatch(
    /^ {2}!! {2}address +http:\/\/reports.example +PUBLIC_URL=https/,
  )
  expect(lines.filter((line) => line.includes('!!'))).toHaveLength(1)
})
