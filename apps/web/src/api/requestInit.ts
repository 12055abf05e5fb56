/** Who sends a request: the session's token, and whether it is a sales demo. */
export interface Sender {
  token: string | null
  isDemo: boolean
}

/** The headers of every request to the server. */
export function headersOf({ token, isDemo }: Sender, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json, */*',
    'x-request-id': newRequestId(),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isDemo && { 'x-demo': 'true' }),
  }
}

// `crypto.randomUUID` is missing on pages served without TLS, such as test machines in a local network.
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A GraphQL operation as it is sent. */
export const operation = <V>(query: string, variables: V) => ({ query, variables })

/** Where GraphQL operations are sent. */
export const GRAPHQL = '/api/graphql'
