/** What the server tells every browser before anybody signs in. */
export interface Config {
  crmWebUrl: string
  adminUrl: string
  logoutUrl: string
  /** The instant at which the whole installation stands still, in tests and demonstrations. */
  now: string | null
  /** What the button for it says; null where nobody signs in elsewhere. */
  singleSignOn: string | null
  /** Where errors are reported to; null where nowhere. */
  sentryDsn: string | null
}

/** The clock everybody agrees on: the installation's, where it stands still. */
export function clockOf({ now }: Pick<Config, 'now'>): () => number {
  if (!now) return Date.now
  const frozen = Date.parse(now)
  return () => frozen
}
