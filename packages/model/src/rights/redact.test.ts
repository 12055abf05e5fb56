import { describe, expect, it } from 'vitest'
import { redact, redactDeep, redactErrorReport } from './redact'

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjF9.c2lnbmF0dXJl'

describe('a redacted text', () => {
  it.each([
    [`Bearer ${jwt} was refused`, 'Bearer [removed] was refused'],
    [`no such token ${jwt}`, 'no such token [token]'],
    [`https://app.example/?accessToken=${jwt}&demo=true`, 'https://app.example/?accessToken=[removed]&demo=true'],
    ['/api/auth/sso/callback?code=abc&state=def&iss=x', '/api/auth/sso/callback?code=[removed]&state=[removed]&iss=x'],
    ['{"refresh_token":"abc.def","type":"manager"}', '{"refresh_token":"[removed]","type":"manager"}'],
    ['the key llk_AbC-123_x is unknown', 'the key [key] is unknown'],
    ['/api/downloads/AbC-123_x', '/api/downloads/[removed]'],
    ['mail to maria.moss@pine.example failed', 'mail to [email] failed'],
    ['no prospect has +14255550120 or (425)555-0120', 'no prospect has [phone] or [phone]'],
    ['called +1 555 010 1002 twice, (555) 010-1002 once', 'called [phone] twice, [phone] once'],
  ])('of %j is %j', (text, expected) => expect(redact(text)).toBe(expected))

  it.each([
    'start_date=2026-03-08&end_date=2026-03-14&property_ids=11,12',
    'GET /api/reports/activity answered with 503 after 1234567890 ms',
    'Cannot read properties of undefined (reading "rows")',
  ])('keeps %j', (text) => expect(redact(text)).toBe(text))

  it('is found at every depth, and endless nesting is cut off', () => {
    const event = { message: `token=${jwt}`, at: [1, null, { user: 'maria@pine.example' }] }
    expect(redactDeep(event)).toEqual({ message: 'token=[removed]', at: [1, null, { user: '[email]' }] })
    const endless: Record<string, unknown> = {}
    endless.self = endless
    expect(JSON.stringify(redactDeep(endless))).toContain('null')
  })

  it('has no filters in addresses of an error report', () => {
    const report = {
      url: 'https://app.example/calls?sources=Maria',
      spans: [{ name: 'GET /api/calls?a=b' }],
      text: 'why?',
    }
    expect(redactErrorReport(report)).toEqual({
      url: 'https://app.example/calls',
      spans: [{ name: 'GET /api/calls' }],
      text: 'why?',
    })
  })
})
