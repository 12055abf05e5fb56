import { type Flag, flags } from '@leaselight/model'
import { type Client, OpenFeature } from '@openfeature/server-sdk'
import { CompanyFlags, type FlagValues } from './provider'

/** What is set for a company above its own record, by name. */
export type SettingsReader = (companyId: number) => Promise<FlagValues>

export interface FlagService {
  /**
   * Whether a company has a flag. Off unless it is set; `old-x` is the negation of `x`; what was last read when it can't be had
   * now, and off, with a line in the log, when it never could.
   * @param imported what the company's own record says
   */
  isOn(flag: string, company: FlaggedCompany | null): Promise<boolean>
  /** Every flag of the list for a company. */
  all(company: FlaggedCompany): Promise<Record<string, boolean>>
  /** Forgets what was read of a company: an administrator has just set something. */
  changed(companyId: number): void
}

declare module '../../http/context' {
  interface Api {
    flags: FlagService
  }
}

interface FlaggedCompany {
  id: number
  flags: FlagValues
}

/** How long another instance may go on with what it read before an administrator set something here. */
const SETTINGS_LIVE_MS = 5_000

interface CachedSettings {
  until: number
  settings: Promise<FlagValues>
  /** All flag values, computed once from these settings and this company record. */
  all?: { imported: FlagValues; values: Record<string, boolean> }
}

let domains = 0

/** The company flags, evaluated through OpenFeature so that the provider can be replaced. */
export async function openFlags(
  read: SettingsReader,
  log: (message: string, error: unknown) => void,
): Promise<FlagService> {
  const cached = new Map<number, CachedSettings>()
  const fresh = (companyId: number): CachedSettings | undefined => {
    const known = cached.get(companyId)
    return known && known.until > performance.now() ? known : undefined
  }
  const settingsOf = (companyId: number): Promise<FlagValues> => {
    const known = fresh(companyId)
    if (known) return known.settings
    const before = cached.get(companyId)?.settings
    const settings = read(companyId).catch((error: unknown) => {
      // A store that is away for a moment must not take reports from people who had them.
      if (before) return before
      throw error
    })
    cached.set(companyId, { until: performance.now() + SETTINGS_LIVE_MS, settings })
    // Failures are not cached: the next request reads again.
    settings.catch(() => cached.delete(companyId))
    return settings
  }
  // A domain of its own for each service: several servers may live in one process.
  const domain = `leaselight-${++domains}`
  await OpenFeature.setProviderAndWait(
    domain,
    new CompanyFlags(async (companyId, { imported }) => ({
      ...valuesOf(imported),
      ...(await settingsOf(companyId)),
    })),
  )
  const client: Client = OpenFeature.getClient(domain)

  const isOn: FlagService['isOn'] = async (flag, company) => {
    if (company === null) throw new Error('Error: companyId required')
    const context = { targetingKey: String(company.id), imported: { ...company.flags } }
    const { value, errorCode, errorMessage } = await client.getBooleanDetails(flag, false, context)
    if (errorCode) log(`Error: failed to fetch ${flag} feature flag`, errorMessage)
    return value
  }

  return {
    isOn,
    all: async (company) => {
      const known = fresh(company.id)?.all
      if (known?.imported === company.flags) return known.values
      const entries = await Promise.all(flags.map(async (flag: Flag) => [flag, await isOn(flag, company)] as const))
      const values = { ...company.flags, ...Object.fromEntries(entries) }
      const read = fresh(company.id)
      if (read) read.all = { imported: company.flags, values }
      return values
    },
    changed: (companyId) => void cached.delete(companyId),
  }
}

const valuesOf = (imported: unknown): FlagValues =>
  typeof imported === 'object' && imported !== null
    ? Object.fromEntries(Object.entries(imported).map(([name, value]) => [name, value === true]))
    : {}
