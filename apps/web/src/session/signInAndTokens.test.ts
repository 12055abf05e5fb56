import { describe, expect, it, vi } from 'vitest'
import { memoryStorage, personToken, tokenOf } from '../testing'
import { endSentence, forgetEnd, rememberEnd } from './endReason'
import { classifyChange } from './otherTabs'
import { startSessionFromUrl } from './sessionFromUrl'
import { changePasswordUrl, signIn } from './signIn'
import { logoutPageUrl } from './signOut'
import { clearStorage, loginType, storageKeys } from './storage'
import { readPayload } from './token'
import { createTokenManager, lockAcrossTabs, RefreshRejected, type TokenManagerOptions } from './tokenManager'

const NOW = 1_000_000
const soon = personToken(NOW + 299)
const later = personToken(NOW + 3600)
const signedIn = (accessToken: string, refreshToken = 'refresh-1') =>
  memoryStorage({ [storageKeys.accessToken]: accessToken, [storageKeys.refreshToken]: refreshToken })

describe('tokens', () => {
  it('are read with names in any script', () => {
    const payload = readPayload(
      tokenOf({ exp: 5, iss: 'Süd', sub: { company_id: 3, user_id: 4, role: 'agent', group_ids: [1] } }),
    )
    expect(payload).toEqual({
      exp: 5,
      iat: null,
      iss: 'Süd',
      sub: { companyId: 3, userId: 4, role: 'agent', groupIds: [1] },
    })
  })

  it.each(['', 'abc', 'a.b.c', `a.${btoa('5')}.c`, `a.${btoa('null')}.c`])('%j is none', (text) => {
    expect(readPayload(text)).toBeNull()
  })
})

describe('hand-over', () => {
  const at = (search: string) => new URL(`https://app.example/activity${search}`)

  it('stores the token over an older one and cleans the address', () => {
    const storage = signedIn(personToken(1, 7))
    expect(startSessionFromUrl(at(`?accessToken=${later}&loginType=agent&preset=today#x`), storage)).toBe(
      '/activity?preset=today#x',
    )
    expect(storage.getItem(storageKeys.accessToken)).toBe(later)
    expect(storage.getItem(storageKeys.refreshToken)).toBeNull()
    expect(loginType(storage)).toBe('agent')
  })

  it("keeps the refresh token of the same person, never somebody else's", () => {
    const same = signedIn(personToken(1, 1))
    startSessionFromUrl(at(`?accessToken=${later}`), same)
    expect(same.getItem(storageKeys.refreshToken)).toBe('refresh-1')
    const other = signedIn(personToken(1, 1, 2))
    startSessionFromUrl(at(`?accessToken=${later}`), other)
    expect(other.getItem(storageKeys.refreshToken)).toBeNull()
  })

  it('sets the demo with a token and demo=true, and clears it with a token alone', () => {
    const storage = memoryStorage()
    startSessionFromUrl(at('?demo=true'), storage)
    expect(storage.getItem(storageKeys.demo)).toBeNull()
    startSessionFromUrl(at(`?accessToken=${later}&demo=true`), storage)
    expect(storage.getItem(storageKeys.demo)).toBe('true')
    expect(startSessionFromUrl(at('?preset=today'), storage)).toBeNull()
    expect(storage.getItem(storageKeys.demo)).toBe('true')
    startSessionFromUrl(at(`?accessToken=${later}&demo=false`), storage)
    expect(storage.getItem(storageKeys.demo)).toBeNull()
  })
})

describe('keeper', () => {
  const keeperOf = (parts: Partial<TokenManagerOptions>) =>
    createTokenManager({
      storage: signedIn(soon),
      refresh: async () => ({ accessToken: later, refreshToken: 'refresh-2' }),
      withLock: lockAcrossTabs(undefined),
      now: () => NOW * 1000,
      ...parts,
    })

  it('knows that nobody is signed in', async () => {
    await expect(keeperOf({ storage: memoryStorage() }).accessToken()).resolves.toBeNull()
  })

  it('leaves a token alone that lasts more than five minutes', async () => {
    const refresh = vi.fn()
    const token = personToken(NOW + 301)
    await expect(keeperOf({ storage: signedIn(token), refresh }).accessToken()).resolves.toBe(token)
    expect(refresh).not.toHaveBeenCalled()
  })

  it('exchanges a token within five minutes of its end and stores both', async () => {
    const storage = signedIn(soon)
    await expect(keeperOf({ storage }).accessToken()).resolves.toBe(later)
    expect(storage.getItem(storageKeys.refreshToken)).toBe('refresh-2')
  })

  it('exchanges once for many requests', async () => {
    const refresh = vi.fn(async () => ({ accessToken: later, refreshToken: 'refresh-2' }))
    const keeper = keeperOf({ refresh })
    const tokens = await Promise.all(Array.from({ length: 20 }, () => keeper.accessToken()))
    expect(new Set(tokens)).toEqual(new Set([later]))
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('exchanges once for two tabs', async () => {
    let turn: Promise<unknown> = Promise.resolve()
    const exclusive: TokenManagerOptions['withLock'] = (work) => {
      const mine = turn.then(work)
      turn = mine.catch(() => undefined)
      return mine
    }
    const storage = signedIn(soon)
    const refresh = vi.fn(async () => ({ accessToken: later, refreshToken: 'refresh-2' }))
    const tabs = [
      keeperOf({ storage, refresh, withLock: exclusive }),
      keeperOf({ storage, refresh, withLock: exclusive }),
    ]
    await expect(Promise.all(tabs.map((tab) => tab.accessToken()))).resolves.toEqual([later, later])
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('goes on with the old token when the exchange is refused, or fails while it still lasts', async () => {
    const refused = keeperOf({ refresh: () => Promise.reject(new RefreshRejected()) })
    await expect(refused.accessToken()).resolves.toBe(soon)
    const failed = keeperOf({ refresh: () => Promise.reject(new Error('away')) })
    await expect(failed.accessToken()).resolves.toBe(soon)
  })

  it('says so when the exchange fails and the token has ended, and tries again next time', async () => {
    const refresh = vi
      .fn()
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValue({ accessToken: later, refreshToken: 'r' })
    const keeper = keeperOf({ storage: signedIn(personToken(NOW - 1)), refresh })
    await expect(keeper.accessToken()).rejects.toThrow('away')
    await expect(keeper.accessToken()).resolves.toBe(later)
  })

  it('does not sign in again whoever signed out meanwhile', async () => {
    const storage = signedIn(soon)
    const refresh = async () => {
      storage.clear()
      return { accessToken: later, refreshToken: 'refresh-2' }
    }
    await expect(keeperOf({ storage, refresh }).accessToken()).resolves.toBeNull()
    expect(storage.entries.size).toBe(0)
  })
})

describe('the end of a session', () => {
  it.each([
    ['expired', personToken(NOW - 1), 'Your session has expired. Sign in again.'],
    ['ended by the server', personToken(NOW + 60), 'Your session has ended. Sign in again.'],
    ['not a token', 'garbage', 'This sign-in link doesn’t work. Sign in here, or open Analytics from your CRM again.'],
  ])('is explained once where the token is %s', (_, token, sentence) => {
    const storage = memoryStorage()
    rememberEnd(storage, token, NOW * 1000)
    expect(endSentence(storage)).toBe(sentence)
    forgetEnd(storage)
    expect(endSentence(storage)).toBeNull()
  })

  it('clears everything but the appearance', () => {
    const storage = memoryStorage({ 'mantine-color-scheme-value': 'dark', [storageKeys.accessToken]: 'a', other: 'b' })
    clearStorage(storage)
    expect([...storage.entries]).toEqual([['mantine-color-scheme-value', 'dark']])
  })
})

describe('other tabs', () => {
  const change = (key: string | null, oldValue: string | null, newValue: string | null) =>
    classifyChange({ key, oldValue, newValue })

  it('reload for another token, sign out for none', () => {
    expect(change(storageKeys.accessToken, 'a', 'b')).toBe('reload')
    expect(change(storageKeys.accessToken, null, 'b')).toBe('reload')
    expect(change(storageKeys.accessToken, 'a', null)).toBe('signed-out')
    expect(change(null, null, null)).toBe('signed-out')
    expect(change(storageKeys.accessToken, 'a', 'a')).toBeNull()
    expect(change(storageKeys.refreshToken, 'a', 'b')).toBeNull()
  })
})

describe('sign-in', () => {
  const body = { username: 'rosa', password: 'secret', type: 'manager' }
  const kept = () => memoryStorage({ kept: 'yes' })

  it('stores both tokens', async () => {
    const storage = kept()
    await signIn(
      { storage, validate: async () => ({ token: later, refreshToken: 'r' }), changePassword: vi.fn() },
      body,
    )
    expect(storage.getItem(storageKeys.accessToken)).toBe(later)
    expect(storage.getItem(storageKeys.refreshToken)).toBe('r')
  })

  it("clears the storage and gives nothing on 'Bad Request'", async () => {
    const storage = kept()
    const validate = async () => ({ message: 'Bad Request' })
    await expect(signIn({ storage, validate, changePassword: vi.fn() }, body)).resolves.toBeNull()
    expect(storage.entries.size).toBe(0)
  })

  it("leads to the CRM on 'PASSWORD CHANGE REQUIRED'", async () => {
    const changePassword = vi.fn()
    const validate = async () => ({ message: 'PASSWORD CHANGE REQUIRED' })
    await expect(signIn({ storage: kept(), validate, changePassword }, body)).resolves.toBeNull()
    expect(changePassword).toHaveBeenCalledWith('rosa')
  })

  it('clears the storage on any error', async () => {
    const storage = kept()
    const validate = () => Promise.reject(new Error('away'))
    await expect(signIn({ storage, validate, changePassword: vi.fn() }, body)).rejects.toThrow('away')
    expect(storage.entries.size).toBe(0)
  })

  it('writes the addresses of the sibling pages', () => {
    expect(changePasswordUrl('https://crm.example', 'a&b', 'https://app.example/login')).toBe(
      'https://crm.example/change-password?username=a%26b&redirect=https%3A%2F%2Fapp.example%2Flogin',
    )
    expect(logoutPageUrl('https://crm.example/logout', 'https://app.example/')).toBe(
      'https://crm.example/logout?redirect_url=https%3A%2F%2Fapp.example%2F',
    )
  })
})
