import type { Transcript } from '@leaselight/engine'
import { addressBook, type AddressBookEntry as Entry } from '../account/addressBook'
import { createPropertyBatches } from '../reports/batches'
import type { Fields, GraphContext } from './context'
import { GraphQLFloat, GraphQLInputObjectType, GraphQLInt, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const AddressBookEntry = new GraphQLObjectType<Entry>({
  name: 'AddressBookEntry',
  description: 'Somebody at a property.',
  fields: {
    email: { type: nonNull(GraphQLString) },
    firstName: { type: nonNull(GraphQLString) },
    lastName: { type: nonNull(GraphQLString) },
    propertyId: { type: nonNull(Long) },
    userRole: { type: nonNull(GraphQLString) },
  },
})

const AddressBookInput = new GraphQLInputObjectType({
  name: 'AddressBookInput',
  fields: {
    propertyId: { type: Long, description: 'Only the people of this property.' },
    role: { type: GraphQLString, description: 'Only the people of this role.' },
  },
})

export const ProspectBatchData = new GraphQLObjectType({
  name: 'ProspectBatchData',
  description: 'Prospects of one property, handed to the CRM for 24 hours.',
  fields: {
    propertyId: { type: nonNull(Long) },
    leasingTeamId: { type: Long },
    accessToken: { type: nonNull(GraphQLString), description: 'Lets the CRM read the batch; shown this once.' },
    batchId: { type: nonNull(GraphQLString) },
    prospectCount: { type: nonNull(GraphQLInt) },
  },
})

const Utterance = new GraphQLObjectType({
  name: 'Utterance',
  fields: {
    speaker: { type: nonNull(GraphQLString) },
    time: { type: nonNull(GraphQLFloat), description: 'Seconds from the start of the call.' },
    transcript: { type: nonNull(GraphQLString), description: 'What was said.' },
  },
})

const evidence = [
  'greeting',
  'name',
  'preferences',
  'prospectInfo',
  'prospectInterest',
  'prospectSource',
  'followup',
] as const satisfies readonly (keyof Transcript['annotations'])[]

const CallAnnotations = new GraphQLObjectType({
  name: 'CallAnnotations',
  description: 'The index of the utterance that shows each of these, or null.',
  fields: Object.fromEntries(evidence.map((name) => [name, { type: GraphQLInt }])),
})

const CallTranscript = new GraphQLObjectType<Transcript>({
  name: 'CallTranscript',
  description: 'A call in words.',
  fields: {
    threadId: { type: nonNull(GraphQLString) },
    callId: { type: nonNull(Long) },
    streamId: { type: GraphQLString },
    propertyId: { type: nonNull(Long) },
    property: { type: nonNull(GraphQLString) },
    agentId: { type: Long },
    agent: { type: nonNull(GraphQLString) },
    caller: { type: GraphQLString },
    startedAt: { type: nonNull(GraphQLString) },
    timeZone: { type: nonNull(GraphQLString), description: 'The property’s zone.' },
    duration: { type: nonNull(GraphQLFloat), description: 'Seconds.' },
    recordingUrl: { type: GraphQLString },
    annotations: { type: nonNull(CallAnnotations) },
    utterances: { type: nonNullList(Utterance), description: 'In order.' },
  },
})

interface AddressBookArgs {
  input?: { propertyId?: number | null; role?: string | null } | null
}

/** People one by one: colleagues, prospects on their way to the CRM, and what was said in a call. */
export const peopleQueries: Fields = {
  addressBook: {
    type: nonNullList(AddressBookEntry),
    description: 'An entry for each colleague and each property that both the colleague and you may see.',
    args: { input: { type: AddressBookInput } },
    resolve: async (_root, { input }: AddressBookArgs, { api, viewer, signal }) =>
      addressBook(api, viewer, { propertyId: input?.propertyId ?? undefined, role: input?.role ?? undefined }, signal),
  },
  getProspectBatchData: {
    type: ProspectBatchData,
    description: 'Makes a batch of those prospects who are at the property; null when nobody is.',
    args: { prospectIds: { type: nonNullList(Long) }, propertyId: { type: nonNull(Long) } },
    resolve: async (_root, asked: { prospectIds: number[]; propertyId: number }, context) => {
      const [batch] = await batchesOf(context, asked.prospectIds, asked.propertyId)
      return batch ?? null
    },
  },
  getMultipleProspectBatchData: {
    type: nonNullList(ProspectBatchData),
    description: 'Makes one batch a property of those prospects whom you may see.',
    args: { prospectIds: { type: nonNullList(Long) } },
    resolve: async (_root, { prospectIds }: { prospectIds: number[] }, context) => batchesOf(context, prospectIds),
  },
  callTranscript: {
    type: nonNull(CallTranscript),
    description: 'What was said in a call.',
    args: { threadId: { type: nonNull(GraphQLString) } },
    resolve: async (_root, { threadId }: { threadId: string }, { api, viewer, signal }) =>
      api.engine.transcript(viewer, threadId, signal),
  },
}

/** Batches of the prospects at properties the viewer sees; whoever is elsewhere or deleted is as if not named. */
async function batchesOf({ api, viewer, signal, directory }: GraphContext, ids: number[], only?: number) {
  const { company, properties } = await directory()
  const shown = properties.map(({ id }) => id).filter((id) => only === undefined || id === only)
  const found = await api.facts.query<{ property_id: number; ids: number[] }>(
    `SELECT property_id, arraySort(groupArray(id)) AS ids FROM prospects FINAL
     WHERE company_id = {company:UInt64} AND id IN {ids:Array(UInt64)} AND property_id IN {properties:Array(UInt64)}
       AND id NOT IN (SELECT id FROM prospect_marks FINAL WHERE company_id = {company:UInt64} AND deleted)
     GROUP BY property_id ORDER BY property_id`,
    // No prospect has a number below 1, and the store can't compare with one.
    { company: company.id, ids: ids.filter((id) => id > 0), properties: shown },
    { signal },
  )
  return createPropertyBatches(
    api,
    viewer,
    found.map((row) => ({ propertyId: row.property_id, prospectIds: row.ids })),
  )
}
