import { afterEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '../testing'
import { expireSession, signOut } from './signOut'

afterEach(() => vi.unstubAllGlobals())

it('a request that fails while the page leaves for the logout page does not bring it back', () => {
  const page = new EventTarget()
  const location = { origin: 'https://reports.example', assign: vi.fn(), reload: vi.fn() }
  vi.stubGlobal('window', Object.assign(page, { location }))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', Object.assign(memoryStorage(), { clear: () => {} }))

  signOut('https://crm.example/logout')
  expireSession(0)
  expect(location.assign).toHaveBeenCalledWith(
    'https://crm.example/logout?redirect_url=https%3A%2F%2Freports.example%2F',
  )
  expect(location.reload).not.toHaveBeenCalled()

  // Shown again by the browser's Back button: the session that ended is noticed.
  page.dispatchEvent(new Event('pageshow'))
  expireSession(0)
  expireSession(0)
  expect(location.reload).toHaveBeenCalledOnce()
})
