import { InputError } from '@leaselight/model'
import type { FastifyInstance } from 'fastify'
import { type Api, clientSignal, requireViewer } from '../http/context'
import { parseQuery } from '../http/params'
import { sendSnake } from '../http/snake'
import { addressBook } from './addressBook'

/** Who works at the properties one sees. */
export function addAddressBook(app: FastifyInstance, api: Api): void {
  app.get('/api/address-book', async (request, reply) => {
    const viewer = await requireViewer(api, request)
    const { property_id: property, role } = parseQuery(request.query)
    const id = property === undefined ? undefined : Number(property)
    if (id !== undefined && !(/^\d+$/.test(property ?? '') && Number.isSafeInteger(id)))
      throw new InputError('property_id must be the id of a property.', 'property_id')
    return sendSnake(reply, await addressBook(api, viewer, { propertyId: id, role }, clientSignal(reply)))
  })
}
