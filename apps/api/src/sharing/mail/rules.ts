import { joinWithAnd, type Viewer } from '@leaselight/model'
import { type MailRules, mailRulesOf } from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../../http/context'
import { badRequest } from '../../http/errors'

/** The addresses that a company's users may write to. */
export interface Addressees {
  rules: MailRules
  /** A colleague's name, or null; undefined for an address outside the company. */
  colleague: (email: string) => string | null | undefined
  isAllowed: (email: string) => boolean
}

interface PersonRow {
  email: string
  name: string
}

/** Reads a company's colleagues and its rules for all other addresses. */
export async function addresseesOf(api: Api, companyId: number): Promise<Addressees> {
  const [rules, people] = await Promise.all([
    mailRulesOf(api.state, companyId),
    api.facts.query<PersonRow>(
      `SELECT email, trim(concat(first_name, ' ', last_name)) AS name FROM users FINAL
       WHERE company_id = {company:UInt64} AND NOT is_inactive AND email != ''
       UNION ALL
       SELECT email, name FROM agents FINAL WHERE company_id = {company:UInt64} AND NOT is_inactive AND email != ''`,
      { company: companyId },
    ),
  ])
  const names = new Map(people.map(({ email, name }) => [email.trim().toLowerCase(), name || null]))
  return {
    rules,
    colleague: (email) => names.get(email),
    isAllowed: (email) =>
      rules.outside === 'anyone' || names.has(email) || rules.domains.includes(email.split('@').at(-1) ?? ''),
  }
}

const address = z.email().max(254)

/** Typed addresses in lower case, without duplicates. Throws a sentence for the first that is no address. */
export function readEmails(typed: readonly string[]): string[] {
  const emails = typed.map((item) => item.trim().toLowerCase()).filter((item) => item !== '')
  const wrong = emails.find((email) => !address.safeParse(email).success)
  if (wrong !== undefined) throw badRequest(`${wrong.slice(0, 100)} is not an email address.`)
  return [...new Set(emails)]
}

/** Throws a sentence for addresses that the company's rules don't allow. */
export function requireAllowed({ rules, isAllowed }: Addressees, emails: readonly string[]): void {
  const outside = emails.filter((email) => !isAllowed(email))
  if (outside.length > 0)
    throw badRequest(`${joinWithAnd(outside.slice(0, 5))} can’t be written to: ${describeRules(rules)}`)
}

/** A company's rules as the end of a sentence. */
export const describeRules = ({ domains }: MailRules): string =>
  domains.length === 0
    ? 'your company sends reports to colleagues only.'
    : `your company sends reports to colleagues and to ${joinWithAnd(domains)} only.`

/** The user's record; null when there is none any more. */
export async function findUser(
  api: Api,
  { companyId, userId }: Pick<Viewer, 'companyId' | 'userId'>,
): Promise<{ email: string; name: string; role: string; groupIds: number[] } | null> {
  const [row] = await api.facts.query<{
    email: string
    name: string
    role: string
    group_ids: number[]
  }>(
    `SELECT email, trim(concat(first_name, ' ', last_name)) AS name, role, group_ids FROM users FINAL
     WHERE company_id = {company:UInt64} AND id = {user:UInt64} AND NOT is_inactive`,
    { company: companyId, user: userId },
  )
  return row ? { email: row.email.trim().toLowerCase(), name: row.name, role: row.role, groupIds: row.group_ids } : null
}
