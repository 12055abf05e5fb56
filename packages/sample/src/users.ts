import type { RecordOf } from '@leaselight/contract'

/** The password of all sample users. It is sample data: there is nothing to protect. */
export const SAMPLE_PASSWORD = 'leaselight'

/** A sign-in of the sample portfolio, used by the sample CRM and shown on the start screen. */
export interface SampleUser {
  username: string
  password: string
  role: string
  first_name: string
  last_name: string
  email: string
  company_id: number
  user_id: number
  group_ids: number[]
  /** Empty = every property of the company (for agents: none). */
  property_ids: number[]
  phone_number: string
  time_zone: string
  /** Sign-in fails with PASSWORD CHANGE REQUIRED. */
  must_change: boolean
  /** Sign-in is rejected. */
  is_deleted: boolean
  /** What this user demonstrates, for the start screen. */
  about: string
}

const person = (
  user_id: number,
  username: string,
  [first_name, last_name]: [string, string],
  role: string,
  about: string,
  rest: Partial<SampleUser> = {},
): SampleUser => ({
  username,
  password: SAMPLE_PASSWORD,
  role,
  first_name,
  last_name,
  email: `${username}@harborline.example`,
  company_id: 1,
  user_id,
  group_ids: [1],
  property_ids: [],
  phone_number: `+120255501${String(user_id).padStart(2, '0')}`,
  time_zone: 'America/New_York',
  must_change: false,
  is_deleted: false,
  about,
  ...rest,
})

/** The users who can sign in to the sample portfolio. */
export function sampleUsers(): SampleUser[] {
  return [
    person(1, 'manager', ['Maya', 'Okafor'], 'manager', 'all properties'),
    person(2, 'regional', ['Rafael', 'Ortiz'], 'manager', 'three properties', {
      property_ids: [5, 12, 14],
      group_ids: [1, 2],
    }),
    person(3, 'analyst', ['Ana', 'Novak'], 'analytics_user', 'all properties, no profile'),
    person(4, 'agent', ['Alex', 'Reed'], 'agent', 'two properties', { property_ids: [1, 2] }),
    person(5, 'admin', ['Adele', 'Stone'], 'admin', 'imports, flags and the outbox'),
    person(6, 'master', ['Max', 'Keller'], 'master', 'like admin, of the product’s own staff'),
    person(7, 'must-change', ['Mona', 'Chavez'], 'manager', 'has to change the password first', { must_change: true }),
    person(8, 'former', ['Frank', 'Gray'], 'manager', 'deleted: sign-in is refused', { is_deleted: true }),
    person(9, 'cedar', ['Carol', 'Young'], 'manager', 'the other company, Cedar Lane Homes', {
      company_id: 2,
      group_ids: [9],
      email: 'cedar@cedarlane.example',
      time_zone: 'America/Chicago',
    }),
  ]
}

/** The same users as records of the data contract; properties that the portfolio doesn't have are left out. */
export function userRecords(companyId: number, properties: ReadonlySet<number>): RecordOf<'users'>[] {
  return sampleUsers()
    .filter((user) => user.company_id === companyId)
    .map((user) => ({
      id: user.user_id,
      company_id: user.company_id,
      username: user.username,
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      role: user.role,
      group_ids: user.group_ids,
      property_ids: user.property_ids.filter((id) => properties.has(id)),
      manager_id: user.role === 'agent' ? 1 : undefined,
      phone_number: user.phone_number,
      phone_id: 7000 + user.user_id,
      photo: undefined,
      time_zone: user.time_zone,
      is_deleted: user.is_deleted,
    }))
}
