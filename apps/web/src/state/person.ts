import { isAdmin } from '@leaselight/model'
import type { Profile, User } from './types'

/** What a person is called: by the user record, the CRM's profile, the user name, or at least the token's role. */
export function displayName(
  user: Pick<User, 'fullname' | 'username' | 'role'>,
  profile: Pick<Profile, 'firstName' | 'lastName'>,
): string {
  const inProfile = [profile.firstName, profile.lastName].filter(Boolean).join(' ')
  return user.fullname || inProfile || user.username || roleLabel(user.role)
}

/** The first letters of a name's first two words, in capitals. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()

/** Why the person sees no property and what to do about it. */
export function noPropertiesMessage({ role, username }: Pick<User, 'role' | 'username'>): string {
  if (isAdmin(role)) return 'Your company has no properties yet.'
  if (username === null)
    return 'You don’t have a user record yet, so you can’t see any properties. Ask your administrator to add you.'
  return 'Your account has no properties yet. Ask your administrator.'
}

// `analytics_user` → `Analytics user`
const roleLabel = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1).replaceAll('_', ' ')
