import { z } from 'zod'
import type { ProviderSettings } from './auth/idTokens'

const ERROR_MESSAGES: Record<string, string> = {
  CRM_PORT: 'CRM_PORT must be a port number between 0 and 65535.',
  CRM_HOST: 'CRM_HOST must be the name or address to listen at.',
  ANALYTICS_URL: 'ANALYTICS_URL must be an address such as http://localhost:8080.',
  CRM_ISSUER: 'CRM_ISSUER must be a text that is not empty.',
  CRM_ALLOWED_ORIGINS: 'CRM_ALLOWED_ORIGINS must be addresses such as http://localhost:8080, separated by commas.',
  DATA_DIR: 'DATA_DIR must name a folder.',
  NOW: 'NOW must be an instant such as 2026-03-10T12:00:00Z.',
  OIDC_ISSUER: 'OIDC_ISSUER must be an address such as https://login.example.com.',
  OIDC_CLIENT_ID: 'OIDC_CLIENT_ID must be a text that is not empty.',
  INSTALLATION_URL: 'INSTALLATION_URL must be an address such as http://localhost:8080.',
  INSTALLATION_KEY: 'INSTALLATION_KEY must be at least 32 characters long.',
  ACCESS_TOKEN_SECONDS: 'ACCESS_TOKEN_SECONDS must be a whole number between 5 and 3600.',
}

const webAddress = z.url({ protocol: /^https?$/ })
const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(webAddress))

const environment = z.object({
  CRM_PORT: z.coerce.number().int().min(0).max(65535).default(8081),
  // The sample people share a public password, so by default the CRM listens on this machine only.
  CRM_HOST: z.string().trim().min(1).default('localhost'),
  ANALYTICS_URL: webAddress.default('http://localhost:8080'),
  CRM_ISSUER: z.string().trim().min(1).default('leaselight-crm'),
  CRM_ALLOWED_ORIGINS: origins.default([]),
  DATA_DIR: z.string().min(1).optional(),
  NOW: z.iso.datetime({ offset: true }).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().trim().min(1).optional(),
  // Set by the analytics server that starts this CRM, for the people of its installation.
  INSTALLATION_URL: webAddress.optional(),
  INSTALLATION_KEY: z.string().min(32).optional(),
  ACCESS_TOKEN_SECONDS: z.coerce.number().int().min(5).max(3600).default(900),
})

/** The CRM's settings. */
export interface CrmSettings {
  port: number
  host: string
  /** The analytics web address without a trailing slash. */
  analyticsUrl: string
  issuer: string
  /** Where pages may redirect to besides the CRM itself. */
  allowedOrigins: string[]
  /** Stores keys, changed passwords and refresh tokens; without it they are in memory. */
  dataDir?: string
  /** Freezes the clock. */
  now?: Date
  accessTokenSeconds: number
  /** The analytics server whose people sign in here. Without it the sample's people do. */
  installation?: { url: string; key: string }
  /** The OpenID provider whose ID tokens are accepted. */
  provider?: ProviderSettings
}

/** Reads the settings from the environment; throws a sentence that names an invalid one. */
export function parseSettings(env: Record<string, string | undefined>): CrmSettings {
  // Shells and compose files write "not set" as an empty variable.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    throw new Error([...names].map((name) => ERROR_MESSAGES[name] ?? `${name} is not valid.`).join(' '))
  }
  const { data } = parsed
  return {
    port: data.CRM_PORT,
    host: data.CRM_HOST,
    analyticsUrl: data.ANALYTICS_URL.replace(/\/+$/, ''),
    issuer: data.CRM_ISSUER,
    allowedOrigins: [data.ANALYTICS_URL, ...data.CRM_ALLOWED_ORIGINS].map((address) => new URL(address).origin),
    dataDir: data.DATA_DIR,
    now: data.NOW === undefined ? undefined : new Date(data.NOW),
    accessTokenSeconds: data.ACCESS_TOKEN_SECONDS,
    ...(data.INSTALLATION_URL &&
      data.INSTALLATION_KEY && { installation: { url: data.INSTALLATION_URL, key: data.INSTALLATION_KEY } }),
    ...(data.OIDC_ISSUER &&
      data.OIDC_CLIENT_ID && { provider: { issuer: data.OIDC_ISSUER, clientId: data.OIDC_CLIENT_ID } }),
  }
}
