/** Roles that see every property of their company and manage imports, flags, and the outbox. */
export const adminRoles: readonly string[] = ['master', 'admin']

export const isAdmin = (role: string): boolean => adminRoles.includes(role)

/** Who answers for properties: they set goals, and change notes on the timeline that others wrote. */
export const answersForProperties = (role: string): boolean => isAdmin(role) || role === 'manager'

/** Roles without a profile of their own (§6): their profile isn't fetched, and its fields are null. */
export const rolesWithoutProfile: readonly string[] = ['master', 'admin', 'analytics_user']
