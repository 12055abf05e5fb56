import { lesserRole, type Viewer } from '@leaselight/model'
import type { Api } from '../http/context'
import { findUser } from './mail/rules'

/** What a person set up that runs without them. */
interface Owned {
  companyId: number
  userId: number
  /** The role of the session that set it up; null in rows from before it was stored. */
  role: string | null
  demo: boolean
}

/**
 * The person who set something up, and a viewer with the lesser of the rights that their session had and those that they
 * have now; null when there is no such user any more.
 */
export async function currentOwner(api: Api, { companyId, userId, role, demo }: Owned) {
  const person = await findUser(api, { companyId, userId })
  if (!person) return null
  const viewer: Viewer = {
    companyId,
    userId,
    role: role === null ? person.role : lesserRole(role, person.role),
    groupIds: person.groupIds,
    ...(demo && { demo: true }),
  }
  return { person, viewer }
}
