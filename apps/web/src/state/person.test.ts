import { describe, expect, test } from 'vitest'
import { displayName, initials, noPropertiesMessage } from './person'
import type { Profile, User } from './types'

const user: User = {
  userId: 205,
  username: null,
  email: null,
  fullname: null,
  role: 'admin',
  groupIds: [],
  companyId: 1,
  propertyIds: [],
}
const profile: Profile = {
  isDeleted: null,
  email: null,
  firstName: null,
  lastName: null,
  managerId: null,
  phoneNumber: null,
  phoneId: null,
  photo: null,
  timezone: null,
}

describe('a person’s name', () => {
  test.each<[string, Partial<User>, Partial<Profile>, string, string]>([
    ['nothing but the role', {}, {}, 'Admin', 'A'],
    ['a role of two words', { role: 'analytics_user' }, {}, 'Analytics user', 'AU'],
    ['a user name', { username: 'maria' }, {}, 'maria', 'M'],
    ['the first name of the profile', { username: 'maria' }, { firstName: 'Maria' }, 'Maria', 'M'],
    ['the last name of the profile', {}, { lastName: 'Alvarez' }, 'Alvarez', 'A'],
    ['the record', { fullname: 'Maria Del Alvarez' }, { firstName: 'Mary' }, 'Maria Del Alvarez', 'MD'],
    ['an empty record', { fullname: '', username: '' }, { firstName: '' }, 'Admin', 'A'],
  ])('is known from %s', (_from, knownUser, knownProfile, name, letters) => {
    const shown = displayName({ ...user, ...knownUser }, { ...profile, ...knownProfile })
    expect([shown, initials(shown)]).toEqual([name, letters])
  })
})

test('says why somebody has no properties', () => {
  expect(noPropertiesMessage(user)).toContain('Your company has no properties yet.')
  expect(noPropertiesMessage({ role: 'manager', username: null })).toContain('You don’t have a user record yet')
  expect(noPropertiesMessage({ role: 'manager', username: 'eve' })).toContain('Your account has no properties')
})
