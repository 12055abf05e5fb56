import { hasAnyFact } from '@leaselight/facts'
import type { Viewer } from '@leaselight/model'
import { readSetupDismissals } from '@leaselight/state'
import type { Api } from '../http/context'
import { installationContent } from './content'
import { standInAccounts } from './standInAccounts'

/** What an installation or a company may lack, in the order in which it is brought in. */
export const setupLines = ['company', 'sign_in', 'properties', 'facts', 'users', 'flags', 'crm'] as const
export type SetupLine = (typeof setupLines)[number]

/** Lines that can't be put aside: without them no page has anything to show. */
const required: readonly SetupLine[] = ['company', 'sign_in', 'properties']

/** One line of the checklist. */
export interface ChecklistLine {
  line: SetupLine
  done: boolean
  required: boolean
  /** An administrator has put it aside. */
  dismissed: boolean
  /** What is there, or what is missing and how to bring it in. */
  text: string
}

const texts: Record<SetupLine, { done: string; missing: string }> = {
  company: {
    done: 'Your company is set up.',
    missing: 'There is no company yet. Create it with its name and time zone.',
  },
  sign_in: {
    done: 'Someone can sign in.',
    missing: 'No one can sign in yet. Open the setup link that the start prints.',
  },
  properties: {
    done: 'Your properties are set up.',
    missing: 'There are no properties yet. Add them here, or import them from a file.',
  },
  facts: {
    done: 'Your first data is in.',
    missing: 'There is no data yet. Import leads, visits or leases from a file.',
  },
  users: {
    done: 'Your colleagues have user records.',
    missing: 'You are the only user. Add the people who will read the reports.',
  },
  flags: {
    done: 'Reports are turned on.',
    missing: 'Every feature flag is off, so most reports are hidden. Switch on what your company uses.',
  },
  crm: {
    done: 'People sign in through your CRM.',
    missing:
      'People sign in with a stand-in for a CRM, which is meant for trials. Set CRM_URL to connect your own, or keep the stand-in for now.',
  },
}

/** Whether nothing is left to do. */
export const isComplete = (lines: readonly ChecklistLine[]): boolean =>
  lines.every(({ done, dismissed }) => done || dismissed)

/** The checklist of an administrator's company; of a founder's, which is not there yet, too. */
export async function companyChecklist(
  api: Api,
  session: { viewer: Viewer } | { founder: Viewer },
): Promise<ChecklistLine[]> {
  const isDone =
    'viewer' in session ? await companyStatus(api, session.viewer) : { sign_in: true, crm: api.settings.crm.isNamed }
  const dismissed = 'viewer' in session ? await readSetupDismissals(api.state, session.viewer.companyId) : []
  return setupLines.map((line) => {
    const done = isDone[line] ?? false
    return {
      line,
      done,
      required: required.includes(line),
      dismissed: !required.includes(line) && dismissed.includes(line),
      text: texts[line][done ? 'done' : 'missing'],
    }
  })
}

async function companyStatus(api: Api, viewer: Viewer): Promise<Partial<Record<SetupLine, boolean>>> {
  const [{ company, properties, freshness: fresh }, colleagues, content] = await Promise.all([
    api.engine.companyContext(viewer),
    countColleagues(api, viewer),
    installationContent(api.facts),
  ])
  return {
    company: true,
    sign_in: true,
    properties: properties.length > 0,
    facts: fresh.newestFactAt !== null,
    users: colleagues > 0,
    flags: Object.values(company.flags).some(Boolean),
    // The sample comes with people of its own, so its stand-in needs no replacement.
    crm: api.settings.crm.isNamed || content === 'sample',
  }
}

async function countColleagues(api: Api, { companyId, userId }: Viewer): Promise<number> {
  const [row] = await api.facts.query<{ people: number }>(
    `SELECT toUInt32(count()) AS people FROM users FINAL
     WHERE company_id = {company:UInt64} AND id != {user:UInt64} AND NOT is_inactive`,
    { company: companyId, user: userId },
  )
  return row?.people ?? 0
}

/** What the whole installation lacks before anybody can read a number, with a sentence for the operator. */
export async function installationLacks(
  api: Pick<Api, 'facts' | 'settings' | 'operatorKey'>,
): Promise<{ line: SetupLine; text: string }[]> {
  const { facts } = api
  const [company] = await facts.query<{ id: number }>('SELECT id FROM companies FINAL WHERE NOT is_inactive LIMIT 1')
  const [property] = await facts.query<{ id: number }>('SELECT id FROM properties FINAL LIMIT 1')
  const missing: Record<SetupLine, boolean> = {
    company: !company,
    sign_in: !(await somebodyMaySignIn(api)),
    properties: !property,
    facts: !(await hasAnyFact(facts)),
    users: false,
    flags: false,
    crm: false,
  }
  return setupLines.filter((line) => missing[line]).map((line) => ({ line, text: texts[line].missing }))
}

/** A real CRM has its own people; the stand-in has the sample's, or those who were given a password. */
export async function somebodyMaySignIn(api: Pick<Api, 'facts' | 'settings' | 'operatorKey'>): Promise<boolean> {
  const accounts = standInAccounts(api)
  if (!accounts || (await installationContent(api.facts)) === 'sample') return true
  const administrators = await api.facts.query<{ company_id: number; user_id: number }>(
    `SELECT company_id, id AS user_id FROM users FINAL WHERE role IN ('admin', 'master') AND NOT is_inactive
     AND company_id IN (SELECT id FROM companies FINAL WHERE NOT is_inactive)`,
  )
  const known = await accounts.list()
  return administrators.some(({ company_id, user_id }) =>
    known.some((person) => person.company_id === company_id && person.user_id === user_id),
  )
}
