import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postJson, startTestCrm, type TestClock, testBrowser, testClock } from '../testing'

const ANALYTICS = 'http://analytics.test:8080'
const PASSWORD = 'open sesame'

let clock: TestClock
let url: string
let close: () => Promise<void>
let browser: ReturnType<typeof testBrowser>
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
beforeEach(() => {
  browser = testBrowser(url)
})
afterAll(() => close())

const signIn = (username: string) => browser.submit('/sign-in', { username, password: PASSWORD })
const tokenOf = async (username: string) => {
  const { body } = await postJson(`${url}/auth/validate`, { username, password: PASSWORD })
  return String(body.token)
}

describe('the home page', () => {
  it('signs in, shows who is signed in, and hands over to the analytics', async () => {
    expect((await browser.open('/')).text).toContain('<button>Sign in</button>')
    expect(await signIn('ann')).toMatchObject({ status: 303, to: '/' })
    expect((await browser.open('/')).text).toContain('ann, manager')

    const { status, to } = await browser.submit('/handover', {})
    const address = new URL(to ?? '')
    expect([status, address.origin, address.pathname]).toEqual([303, ANALYTICS, '/'])
    expect([...address.searchParams.keys()]).toEqual(['accessToken', 'loginType'])
    expect(address.searchParams.get('loginType')).toBe('manager')
    const authorization = `Bearer ${address.searchParams.get('accessToken')}`
    // The hand-over has no refresh token, so its access token lasts a whole session.
    clock.advance(3599)
    expect((await fetch(`${url}/profile`, { headers: { authorization } })).status).toBe(200)
    clock.advance(1)
    expect((await fetch(`${url}/profile`, { headers: { authorization } })).status).toBe(401)
  })

  it('hands over to the sales demo and to pages of the analytics, and nowhere else', async () => {
    await signIn('ann')
    const demo = new URL((await browser.submit('/handover', { demo: 'true', target: '/activity?date=x' })).to ?? '')
    expect(`${demo.origin}${demo.pathname}`).toBe(`${ANALYTICS}/activity`)
    expect([demo.searchParams.get('demo'), demo.searchParams.get('date')]).toEqual(['true', 'x'])
    for (const target of ['//evil.example', '@evil.example', '.evil.example', '/\\evil.example']) {
      expect(new URL((await browser.submit('/handover', { target })).to ?? '').origin).toBe(ANALYTICS)
    }
  })

  it('hands over only people who are signed in', async () => {
    expect(await browser.submit('/handover', {})).toMatchObject({ status: 303, to: '/' })
  })

  it('explains an error and repeats the name, escaped', async () => {
    const { status, text } = await browser.submit('/sign-in', { username: '"><script>', password: 'x' })
    expect(status).toBe(400)
    expect(text).toContain('User name and password don’t match.')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(text).not.toContain('<script')
  })

  it('ends the session after an idle hour, and on signing out', async () => {
    await signIn('ann')
    clock.advance(3599)
    expect((await browser.open('/')).text).toContain('Analytics')
    clock.advance(3599)
    expect((await browser.open('/')).text).toContain('Analytics</button>')
    clock.advance(3600)
    expect((await browser.open('/')).text).not.toContain('Analytics</button>')

    await signIn('ann')
    const cookie = browser.cookie()
    expect(await browser.submit('/sign-out', {})).toMatchObject({ status: 303, to: '/' })
    const replayed = await fetch(url, { headers: { cookie } })
    expect(await replayed.text()).not.toContain('Analytics</button>')
  })

  it('stops after ten failures', async () => {
    for (let round = 0; round < 10; round += 1) await browser.submit('/sign-in', { username: 'mia', password: 'x' })
    expect((await signIn('mia')).status).toBe(429)
    clock.advance(60)
    expect((await signIn('mia')).status).toBe(303)
  })
})

describe('every response', () => {
  it('forbids scripts, frames and content sniffing', async () => {
    for (const path of ['/', '/nowhere', '/change-password', '/.well-known/jwks.json']) {
      const { headers } = await browser.open(path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  it('hides the session from scripts and other sites', async () => {
    const { headers } = await signIn('ann')
    expect(headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('rejects forms of other sites, and requests without an origin', async () => {
    await signIn('ann')
    for (const path of ['/sign-in', '/sign-out', '/handover', '/change-password', '/forgot-password']) {
      expect((await browser.submit(path, {}, 'http://evil.example')).status).toBe(403)
      expect((await browser.submit(path, {}, 'null')).status).toBe(403)
    }
    expect((await fetch(`${url}/sign-out`, { method: 'POST' })).status).toBe(403)
    expect((await browser.open('/')).text).toContain('ann, manager')
  })

  it('has a page for what does not exist', async () => {
    const { status, text } = await browser.open('/nowhere')
    expect([status, text.includes('There is no such page.')]).toEqual([404, true])
  })
})

describe('redirects to other addresses', () => {
  const own = [`${ANALYTICS}/login`, `${ANALYTICS}/activity?a=b#c`]
  const foreign = [
    'http://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    `${ANALYTICS}.evil.example/`,
    `${ANALYTICS}@evil.example/`,
    'http://user@analytics.test:8080/',
    'http://analytics.test:80/',
    'https://analytics.test:8080/',
    'javascript:alert(1)',
    'data:text/html,x',
    `\t${ANALYTICS.replace('http', 'javascript')}`,
    '\t//evil.example',
    '/\t/evil.example',
  ]

  it('happen at logout for known addresses; the session ends in any case', async () => {
    for (const target of [...own, ...foreign]) {
      await signIn('ann')
      const { status, to, text } = await browser.open(`/logout?${new URLSearchParams({ redirect_url: target })}`)
      if (own.includes(target)) expect([status, to]).toEqual([303, target])
      else expect([status, to, text.includes('isn’t one we know')]).toEqual([200, null, true])
      expect((await browser.open('/')).text).toContain('<button>Sign in</button>')
    }
    expect((await browser.open('/logout')).text).toContain('You are signed out')
  })

  it('never happen at autologin or sign-in', async () => {
    const token = await tokenOf('ann')
    for (const target of [...own, ...foreign]) {
      const query = new URLSearchParams({ token, target }).toString()
      expect((await browser.open(`/autologin?${query}`)).to).toBe('/')
      const { to } = await browser.submit('/sign-in', { username: 'ann', password: PASSWORD, next: target })
      expect(to).toBe('/')
    }
  })
})

describe('the change-password page', () => {
  const path = (redirect: string) => `/change-password?${new URLSearchParams({ username: 'max', redirect })}`
  const fields = { username: 'max', current: PASSWORD, password: 'a new secret', repeated: 'a new secret' }

  it('is the target of a sign-in with a due change, has the name, and explains errors', async () => {
    const { to } = await signIn('max')
    expect(to).toBe('/change-password?username=max&redirect=%2F')
    expect((await browser.open(path(`${ANALYTICS}/login`))).text).toContain('value="max"')
    const cases = [
      [{ password: 'short', repeated: 'short' }, 'needs at least 8 characters'],
      [{ repeated: 'another one' }, 'was not repeated alike'],
      [{ password: PASSWORD, repeated: PASSWORD }, 'must differ'],
      [{ current: 'wrong' }, 'don’t match'],
      [{ reset: 'made up' }, 'has been used or is too old'],
    ] as const
    for (const [changes, problem] of cases) {
      const answer = await browser.submit('/change-password', { ...fields, ...changes })
      expect([answer.status, answer.text.includes(problem)]).toEqual([400, true])
    }
  })

  it('changes the password and returns to where the person came from', async () => {
    const redirect = `${ANALYTICS}/login`
    expect(await browser.submit('/change-password', { ...fields, redirect })).toMatchObject({
      status: 303,
      to: redirect,
    })
    expect((await browser.open('/')).text).toContain('max, agent')
    const validate = (password: string) => postJson(`${url}/auth/validate`, { username: 'max', password })
    expect((await validate(PASSWORD)).status).toBe(400)
    expect((await validate('a new secret')).body).toMatchObject({ message: 'Success' })

    const back = { ...fields, current: 'a new secret', password: PASSWORD, repeated: PASSWORD }
    expect((await browser.submit('/change-password', { ...back, redirect: 'http://evil.example' })).to).toBe('/')
  })

  it('accepts a reset link once within half an hour; other sessions end', async () => {
    const elsewhere = testBrowser(url)
    await elsewhere.submit('/sign-in', { username: 'tom', password: PASSWORD })
    const set = (reset: string, password: string) =>
      browser.submit('/change-password', { username: 'ada', password, repeated: password, reset })
    const ask = async () => {
      expect((await browser.submit('/forgot-password', { username: 'tom' })).text).toContain('If tom exists')
      return new URL(links.at(-1) ?? '').searchParams.get('reset') ?? ''
    }
    const late = await ask()
    clock.advance(1800)
    expect((await set(late, 'much too late')).status).toBe(400)
    await elsewhere.submit('/sign-in', { username: 'tom', password: PASSWORD })

    const [unused, reset] = [await ask(), await ask()]
    expect((await browser.open(links.at(-1) ?? '')).text).not.toContain('Current password')
    expect((await set(reset, PASSWORD)).status).toBe(303)
    // The link identifies the account, not the name in the form.
    expect((await browser.open('/')).text).toContain('tom, manager')
    expect((await set(reset, 'and once more')).status).toBe(400)
    expect((await set(unused, 'and once more')).status).toBe(400)
    expect((await elsewhere.open('/')).text).toContain('<button>Sign in</button>')
  })
})

describe('arriving with a token', () => {
  it('signs in by autologin and continues to a page of the CRM, without the token', async () => {
    const token = await tokenOf('ada')
    const query = new URLSearchParams({ token, target: '/admin?page=1' }).toString()
    expect(await browser.open(`/autologin?${query}`)).toMatchObject({ status: 303, to: '/admin?page=1' })
    expect((await browser.open('/admin')).text).toContain('<td>ada</td>')
  })

  it('explains an invalid token', async () => {
    const token = await tokenOf('ann')
    clock.advance(900)
    for (const bad of [token, 'x', '']) {
      const answer = await browser.open(`/autologin?token=${bad}`)
      expect([answer.status, answer.text.includes('not valid any more')]).toEqual([401, true])
    }
    expect((await browser.open('/autologin')).status).toBe(401)
  })

  it('opens the administration to administrators: an admin sees one company, a master all', async () => {
    const enter = async (username: string) => browser.open(`/admin/login?accessToken=${await tokenOf(username)}`)
    expect(await enter('ann')).toMatchObject({ status: 403 })
    expect((await browser.open('/admin')).status).toBe(401)
    expect(await enter('ada')).toMatchObject({ status: 303, to: '/admin' })
    expect((await browser.open('/admin')).text).not.toContain('>tom<')
    await enter('mia')
    expect((await browser.open('/admin')).text).toContain('>tom<')
    await signIn('ann')
    expect((await browser.open('/admin')).status).toBe(403)
  })
})
