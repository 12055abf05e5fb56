import { compareNames, type Viewer, visibleProperties } from '@leaselight/model'
import type { Api } from '../http/context'

/** Somebody at a property. */
export interface AddressBookEntry {
  email: string
  firstName: string
  lastName: string
  propertyId: number
  userRole: string
}

interface UserRow {
  id: number
  email: string
  first_name: string
  last_name: string
  role: string
  property_ids: number[]
}

/** One entry for each colleague and each property that both the colleague and the viewer may see, by name. */
export async function addressBook(
  api: Api,
  viewer: Viewer,
  criteria: { propertyId?: number | undefined; role?: string | undefined },
  signal: AbortSignal,
): Promise<AddressBookEntry[]> {
  const { company, properties, anonymizer } = await api.engine.companyContext(viewer)
  const shown = properties.filter(({ id }) => criteria.propertyId === undefined || id === criteria.propertyId)
  const users = await api.facts.query<UserRow>(
    `SELECT id, email, first_name, last_name, role, property_ids FROM users FINAL
     WHERE company_id = {company:UInt64} AND NOT is_inactive AND email != ''`,
    { company: company.id },
    { signal },
  )
  const fullName = (user: UserRow): string => `${user.first_name} ${user.last_name}`
  return users
    .filter(({ role }) => criteria.role === undefined || role === criteria.role)
    .sort((a, b) => compareNames(fullName(a), fullName(b)) || a.id - b.id)
    .flatMap((user) =>
      visibleProperties(user.role, user.property_ids, shown).map(({ id }) => ({
        ...(anonymizer?.colleague(user.id) ?? {
          email: user.email,
          firstName: user.first_name,
          lastName: user.last_name,
        }),
        propertyId: id,
        userRole: user.role,
      })),
    )
}
