import { parseJob } from '@leaselight/connectors'
import { joinWithAnd } from '@leaselight/model'
import {
  deleteImportMapping,
  type ImportMapping,
  listFeeds,
  listImportMappings,
  MAX_MAPPINGS,
  mappingKinds,
  saveImportMapping,
} from '@leaselight/state'
import { z } from 'zod'
import { viewerOf } from '../http/access'
import { anyType, byId, deletedAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { badRequest, notFound } from '../http/errors'
import { type App, route } from '../http/routeSchema'
import { isStorableJson, isUuid, nameText } from '../http/textFields'

/** The longest saved mapping, in characters of JSON. */
const MAX_SAVED_MAPPING = 256 * 1024

const jsonValue = z.unknown().meta({
  ...anyType,
  description: 'As docs/csv-mapping.md and docs/mits.md have it.',
})
const mappingObject = z
  .record(z.string(), jsonValue)
  .meta({ description: 'The mapping of a table, or the property map of a MITS file.' })

const mappingBody = z.object({ name: nameText(120), kind: z.enum(mappingKinds), mapping: mappingObject })

const mappingAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(mappingKinds),
    entity: z.string().nullable().meta({ description: 'What the rows of a table become.' }),
    mapping: mappingObject,
    updated_at: z.string(),
  })
  .meta({ id: 'ImportMapping' })

const tag = 'Import'

/** A company's saved mappings, for its administrators. */
export function addImportMappings(app: App, api: Api): void {
  const list = route('admin', {
    operationId: 'listImportMappings',
    tag,
    summary: 'The company’s saved mappings, by name',
    description: 'For administrators.',
    answer: z.object({ mappings: mappingAnswer.array() }).meta({ id: 'ImportMappings' }),
  })
  app.get('/api/import-mappings', list, async (request, reply) => {
    const { companyId, demo } = viewerOf(request)
    // A mapping has the real names of properties, which a sales demo must not show.
    const saved = demo ? [] : await listImportMappings(api.state, companyId)
    return reply.send({ mappings: saved.map(shown) })
  })

  const save = route('admin', {
    operationId: 'saveImportMapping',
    tag,
    summary: 'Saves a mapping under a name, in place of the one that had it',
    description: 'For administrators.',
    body: mappingBody,
    answer: mappingAnswer,
  })
  app.put('/api/import-mappings', save, async (request, reply) => {
    const viewer = viewerOf(request)
    if (viewer.demo) throw badRequest('Mappings can’t be saved in a sales demo.')
    const { name, kind, mapping } = request.body
    if (JSON.stringify(mapping).length > MAX_SAVED_MAPPING)
      throw badRequest(`A mapping can have at most ${MAX_SAVED_MAPPING / 1024} KiB.`)
    if (!isStorableJson(mapping)) throw badRequest('The mapping contains characters that can’t be used.')
    parseJob(kind, mapping)
    const saved = await saveImportMapping(api.state, viewer, { name, kind, mapping }, api.now())
    if (!saved) throw badRequest(`There are ${MAX_MAPPINGS} saved mappings. Delete one to save another.`)
    // Not sendSnake: a mapping has names of the company's own, which must not be changed.
    return reply.send(shown(saved))
  })

  const remove = route('admin', {
    operationId: 'deleteImportMapping',
    tag,
    summary: 'Deletes a saved mapping',
    description: 'For administrators.',
    params: byId,
    answer: deletedAnswer,
  })
  app.delete('/api/import-mappings/:id', remove, async (request) => {
    const { companyId } = viewerOf(request)
    const { id } = request.params
    const users = (await listFeeds(api.state, companyId)).filter(({ mappingId }) => mappingId === id)
    if (users.length > 0)
      throw badRequest(
        `This mapping is used by ${joinWithAnd(users.map(({ name }) => name))}. Choose another one there.`,
      )
    if (!isUuid(id) || !(await deleteImportMapping(api.state, companyId, id)))
      throw notFound('There is no such mapping.')
    return { deleted: true }
  })
}

function shown({ id, name, kind, mapping, updatedAt }: ImportMapping) {
  const job = parseJob(kind, mapping)
  const entity = job.kind === 'csv' ? job.mapping.entity : null
  return { id, name, kind, entity, mapping, updated_at: updatedAt.toISOString() }
}
