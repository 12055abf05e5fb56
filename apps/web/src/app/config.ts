import { readJson } from '../api/request'

/** The settings the server sends to every browser before sign-in. */
export interface Config {
  crmWebUrl: string
  adminUrl: string
  logoutUrl: string
  /** The fixed time of the installation, in tests and demonstrations. */
  now: string | null
  /** The label of the single sign-on button; null without single sign-on. */
  singleSignOn: string | null
  /** Where errors are reported; null for no reports. */
  sentryDsn: string | null
}

/** What the server wrote into the page; undefined where a development server sent it. */
export function configOfPage(): Config | undefined {
  const text = document.querySelector<HTMLMetaElement>('meta[name="config"]')?.content
  return text ? (readJson<Config | null>(text) ?? undefined) : undefined
}
