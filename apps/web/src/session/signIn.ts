import { BAD_REQUEST } from '../api/request'
import { clearStorage, type KeyValueStorage, storeTokens, type TokenPair } from './storage'

export const PASSWORD_CHANGE_REQUIRED = 'PASSWORD CHANGE REQUIRED'

/** The CRM's response to a sign-in, passed on by the API. */
export interface ValidateResponse {
  token?: string | null
  refreshToken?: string | null
  message?: string | null
}

export interface SignInServices {
  storage: KeyValueStorage
  validate: (body: { username: string; password: string; type: string }) => Promise<ValidateResponse>
  /** Opens the CRM's page for a new password. */
  changePassword: (username: string) => void
}

/**
 * Signs in with a name and a password. Null means wrong credentials: the caller decides what to show.
 * A failure leaves nothing in storage.
 */
export async function signIn(
  { storage, validate, changePassword }: SignInServices,
  body: { username: string; password: string; type: string },
): Promise<TokenPair | null> {
  try {
    const answer = await validate(body)
    if (answer.message === PASSWORD_CHANGE_REQUIRED) {
      changePassword(body.username)
      return null
    }
    if (answer.message === BAD_REQUEST || !answer.token) {
      clearStorage(storage)
      return null
    }
    const tokens = { accessToken: answer.token, refreshToken: answer.refreshToken ?? null }
    storeTokens(storage, tokens)
    return tokens
  } catch (error) {
    clearStorage(storage)
    throw error
  }
}

/** The CRM's page for a new password, which returns to `home`. */
export function changePasswordUrl(crmWebUrl: string, username: string, home: string): string {
  const address = new URL('change-password', crmWebUrl.endsWith('/') ? crmWebUrl : `${crmWebUrl}/`)
  address.searchParams.set('username', username)
  address.searchParams.set('redirect', home)
  return address.toString()
}
