import { describe, expect, it } from 'vitest'
import { parseSettings } from './settings'

describe('settings', () => {
  it('have defaults for one machine; an empty variable counts as not set', () => {
    expect(parseSettings({ CRM_PORT: '', NOW: '' })).toEqual({
      port: 8081,
      host: 'localhost',
      analyticsUrl: 'http://localhost:8080',
      issuer: 'leaselight-crm',
      allowedOrigins: ['http://localhost:8080'],
      dataDir: undefined,
      now: undefined,
      accessTokenSeconds: 900,
    })
  })

  it('are read from the environment', () => {
    const settings = parseSettings({
      CRM_PORT: '0',
      ANALYTICS_URL: 'https://reports.example/base/',
      CRM_ALLOWED_ORIGINS: 'http://127.0.0.1:8080/, https://other.example',
      NOW: '2026-03-10T12:00:00+01:00',
      ACCESS_TOKEN_SECONDS: '60',
    })
    expect(settings).toMatchObject({
      port: 0,
      analyticsUrl: 'https://reports.example/base',
      allowedOrigins: ['https://reports.example', 'http://127.0.0.1:8080', 'https://other.example'],
      now: new Date('2026-03-10T11:00:00Z'),
      accessTokenSeconds: 60,
    })
  })

  it.each([
    ['CRM_PORT', 'eighty'],
    ['CRM_PORT', '70000'],
    ['ANALYTICS_URL', 'localhost:8080'],
    ['ANALYTICS_URL', 'javascript:alert(1)'],
    ['CRM_ALLOWED_ORIGINS', 'http://ok.example, nonsense'],
    ['NOW', 'yesterday'],
    ['ACCESS_TOKEN_SECONDS', '0'],
  ])('rejects %s=%s with a sentence that names it', (name, value) => {
    expect(() => parseSettings({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`))
  })
})
