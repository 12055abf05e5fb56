import { z } from 'zod'
import type { Store } from '../store'
import { hashPassword, isPlainPassword, verifyPassword } from './passwords'

const text = z.string().nullish().default(null)

/** A person as the installation's records describe them. */
export const recordedPerson = z.object({
  username: z.string().min(1),
  role: z.string().min(1),
  company_id: z.number().int(),
  user_id: z.number().int(),
  group_ids: z.array(z.number().int()).default([]),
  first_name: text,
  last_name: text,
  email: text,
  manager_id: z.number().int().nullish().default(null),
  phone_number: text,
  phone_id: z.union([z.string(), z.number()]).nullish().default(null),
  photo: text,
  time_zone: text,
  is_deleted: z.boolean().default(false),
})

const samplePerson = recordedPerson.extend({
  password: z.string().min(1),
  must_change: z.boolean().default(false),
  about: z.string().optional(),
})

/** A person the CRM knows, as the sample describes them. */
export type CrmUserInput = z.input<typeof samplePerson>

/** A person the CRM knows. The password is stored separately, hashed. */
export type CrmUser = z.output<typeof recordedPerson> & { must_change: boolean }

/** Which people to look up; everyone when no field is set. */
export interface PeopleQuery {
  username?: string
  email?: string
  companyId?: number
  userId?: number
}

/** The analytics installation that this CRM serves. */
export interface Installation {
  /** The people on record, and whether the installation holds the sample: only then may the sample's people sign in. */
  find(query: PeopleQuery): Promise<{ holdsSample: boolean; people: z.output<typeof recordedPerson>[] }>
}

/** Who a person is, in every installation. */
export type PersonId = Pick<CrmUser, 'company_id' | 'user_id'>

/** The people of the CRM and their passwords. */
export interface Accounts {
  all(): Promise<CrmUser[]>
  byId(companyId: number, userId: number): Promise<CrmUser | undefined>
  byName(username: string): Promise<CrmUser | undefined>
  /** The one person with this address; nothing when two share it. */
  byEmail(email: string): Promise<CrmUser | undefined>
  /** The user with this password. Takes as long for unknown names as for known ones. */
  check(username: string, password: string): Promise<CrmUser | undefined>
  /** Sets a new password, which also clears the requirement to change it. */
  changePassword(user: PersonId, password: string): Promise<void>
  /** A person on record, also without a password. */
  onRecord(query: PeopleQuery): Promise<CrmUser | undefined>
  /** The recorded people who have a password. */
  withPassword(): PersonId[]
  /** Whether the sample's people may sign in. */
  servesSample(): Promise<boolean>
}

interface Account {
  user: CrmUser
  /** Whether this is the person's password. It takes one derivation of a key, whatever the account. */
  isPassword(password: string): Promise<boolean>
  isSample: boolean
}

/**
 * Makes accounts of the given people, and of the people of an installation who were given a password. With an
 * installation the given people may sign in only while it holds the sample. Passwords come from the store.
 */
export async function openAccounts(
  people: readonly CrmUserInput[],
  store: Store,
  installation?: Installation,
): Promise<Accounts> {
  const { passwords, recordedPasswords } = store.data
  const given = new Map<string, Account>()
  for (const person of people) {
    const { password, about: _about, ...user } = samplePerson.parse(person)
    const changed = passwords[nameKey(user.username)]
    given.set(nameKey(user.username), {
      user: { ...user, must_change: user.must_change && changed === undefined },
      isPassword: changed === undefined ? (entered) => isPlainPassword(entered, password) : hashed(changed),
      isSample: true,
    })
  }

  const find = async (query: PeopleQuery): Promise<Account[]> => {
    const matching = [...given.values()].filter(({ user }) => matches(user, query))
    if (!installation) return matching
    const { holdsSample, people: recorded } = await installation.find(query)
    const samples = holdsSample ? matching : []
    const others = recorded.flatMap((person) => {
      const hash = recordedPasswords[idKey(person)]
      const isKnown = samples.some(({ user }) => idKey(user) === idKey(person))
      return hash && !isKnown
        ? [{ user: { ...person, must_change: false }, isPassword: hashed(hash), isSample: false }]
        : []
    })
    return [...samples, ...others]
  }
  const first = async (query: PeopleQuery) => (await find(query))[0]?.user
  const onRecord: Accounts['onRecord'] = async (query) => {
    const [person] = (await installation?.find(query))?.people ?? []
    return person && { ...person, must_change: false }
  }

  return {
    all: async () => (await find({})).map(({ user }) => user),
    byId: (companyId, userId) => first({ companyId, userId }),
    byName: (username) => first({ username }),
    byEmail: async (email) => {
      const [found, other] = await find({ email })
      return other ? undefined : found?.user
    },
    check: async (username, password) => {
      const accounts = await find({ username })
      // Two companies may have a person of the same name; the password tells which one signs in.
      for (const { user, isPassword } of accounts) if ((await isPassword(password)) && !user.is_deleted) return user
      // The response time does not reveal which accounts exist.
      if (accounts.length === 0) await hashPassword(password)
      return undefined
    },
    changePassword: async (user, password) => {
      const hash = await hashPassword(password)
      const [account] = await find({ companyId: user.company_id, userId: user.user_id })
      if (account?.isSample) {
        const key = nameKey(account.user.username)
        given.set(key, { ...account, user: { ...account.user, must_change: false }, isPassword: hashed(hash) })
        passwords[key] = hash
      } else recordedPasswords[idKey(user)] = hash
      await store.save()
    },
    onRecord,
    withPassword: () =>
      Object.keys(recordedPasswords).map((key) => {
        const [company_id = 0, user_id = 0] = key.split('/').map(Number)
        return { company_id, user_id }
      }),
    servesSample: async () => !installation || (await installation.find({ companyId: 0 })).holdsSample,
  }
}

const hashed = (hash: string) => (password: string) => verifyPassword(password, hash)

function matches(user: CrmUser, { username, email, companyId, userId }: PeopleQuery): boolean {
  return (
    (username === undefined || nameKey(user.username) === nameKey(username)) &&
    (email === undefined || nameKey(user.email ?? '') === nameKey(email)) &&
    (companyId === undefined || user.company_id === companyId) &&
    (userId === undefined || user.user_id === userId)
  )
}

const idKey = ({ company_id, user_id }: PersonId): string => `${company_id}/${user_id}`

function nameKey(username: string): string {
  return username.trim().toLowerCase()
}
