import { InputError } from '@leaselight/model'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { type Api, clientSignal } from '../http/context'
import { parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { addressBook } from './addressBook'

/** The people who work at the user's properties. */
export function addAddressBook(app: App, api: Api): void {
  const options = route('viewer', {
    operationId: 'addressBook',
    tag: 'Account',
    summary: 'The people who work at the user’s properties',
    parameters: z.object({
      property_id: z.int().optional().meta({ description: 'Only the people of this property.' }),
      role: z.string().optional().meta({ description: 'Only the people of this role.' }),
    }),
    answer: z
      .array(
        z
          .object({
            email: z.string(),
            first_name: z.string(),
            last_name: z.string(),
            property_id: z.int(),
            user_role: z.string(),
          })
          .meta({ id: 'Colleague' }),
      )
      .meta({ id: 'AddressBook' }),
  })
  app.get('/api/address-book', options, async (request, reply) => {
    const viewer = viewerOf(request)
    const { property_id: property, role } = parseQuery(request.query)
    const id = property === undefined ? undefined : Number(property)
    if (id !== undefined && !(/^\d+$/.test(property ?? '') && Number.isSafeInteger(id)))
      throw new InputError('property_id must be the id of a property.', 'property_id')
    return sendSnake(reply, await addressBook(api, viewer, { propertyId: id, role }, clientSignal(reply)))
  })
}
