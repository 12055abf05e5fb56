import { z } from 'zod'
import type { Store } from '../store'
import { hashPassword, verifyPassword } from './passwords'

const text = z.string().nullish().default(null)

const crmUser = z.object({
  username: z.string().min(1),
  password: z.string().min(1),
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
  must_change: z.boolean().default(false),
  about: z.string().optional(),
})

/** A person the CRM knows, as the sample describes them. */
export type CrmUserInput = z.input<typeof crmUser>

/** A person the CRM knows. The password is stored separately, hashed. */
export type CrmUser = Omit<z.output<typeof crmUser>, 'password' | 'about'>

/** The people of the CRM and their passwords. */
export interface Accounts {
  all(): CrmUser[]
  byId(companyId: number, userId: number): CrmUser | undefined
  byName(username: string): CrmUser | undefined
  /** The one person with this address; nothing when two share it. */
  byEmail(email: string): CrmUser | undefined
  /** The user with this password. Takes as long for unknown names as for known ones. */
  check(username: string, password: string): Promise<CrmUser | undefined>
  /** Sets a new password, which also clears the requirement to change it. */
  changePassword(user: CrmUser, password: string): Promise<void>
}

/** Makes accounts of the given people. Passwords changed earlier come from the store. */
export async function openAccounts(people: readonly CrmUserInput[], store: Store): Promise<Accounts> {
  const accounts = new Map<string, { user: CrmUser; hash: string }>()
  for (const person of people) {
    const { password, about: _about, ...user } = crmUser.parse(person)
    const changed = store.data.passwords[nameKey(user.username)]
    accounts.set(nameKey(user.username), {
      user: { ...user, must_change: user.must_change && changed === undefined },
      hash: changed ?? (await hashPassword(password)),
    })
  }
  // Checked for unknown names, so that the response time does not reveal which accounts exist.
  const nobody = await hashPassword('nobody')

  return {
    all: () => [...accounts.values()].map(({ user }) => user),
    byId: (companyId, userId) =>
      [...accounts.values()].find(({ user }) => user.company_id === companyId && user.user_id === userId)?.user,
    byName: (username) => accounts.get(nameKey(username))?.user,
    byEmail: (email) => {
      const [found, other] = [...accounts.values()].filter(({ user }) => nameKey(user.email ?? '') === nameKey(email))
      return other ? undefined : found?.user
    },
    check: async (username, password) => {
      const account = accounts.get(nameKey(username))
      const right = await verifyPassword(password, account?.hash ?? nobody)
      return right && account !== undefined && !account.user.is_deleted ? account.user : undefined
    },
    changePassword: async (user, password) => {
      const hash = await hashPassword(password)
      accounts.set(nameKey(user.username), { user: { ...user, must_change: false }, hash })
      store.data.passwords[nameKey(user.username)] = hash
      await store.save()
    },
  }
}

function nameKey(username: string): string {
  return username.trim().toLowerCase()
}
