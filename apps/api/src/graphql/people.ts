import type { Transcript } from '@leaselight/engine'
import { addressBook, type AddressBookEntry as Entry } from '../account/addressBook'
import { createPropertyBatches } from '../reports/batches'
import type { Fields, GraphContext } from './context'
import { GraphQLFloat, GraphQLInputObjectType, GraphQLInt, GraphQLObjectType, GraphQLString } from './library'
import { Long, nonNull, nonNullList } from './scalars'

const AddressBookEntry = new GraphQLObjectType<Entry>({
  name: 'AddressBookEntry',
  description: 'A colleague at one property.',
  fields: {
    email: { type: nonNull(GraphQLString), description: 'The person’s email address.' },
    firstName: { type: nonNull(GraphQLString), description: 'The person’s first name.' },
    lastName: { type: nonNull(GraphQLString), description: 'The person’s last name.' },
    propertyId: { type: nonNull(Long), description: 'The id of the property.' },
    userRole: { type: nonNull(GraphQLString), description: 'The person’s role.' },
  },
})

const AddressBookInput = new GraphQLInputObjectType({
  name: 'AddressBookInput',
  description: 'Which entries of the address book to return; left out: all.',
  fields: {
    propertyId: { type: Long, description: 'Only the people of this property.' },
    role: { type: GraphQLString, description: 'Only the people of this role.' },
  },
})

export const ProspectBatchData = new GraphQLObjectType({
  name: 'ProspectBatchData',
  description: 'A batch of one property’s prospects, which the CRM can read for 24 hours.',
  fields: {
    propertyId: { type: nonNull(Long), description: 'The id of the property.' },
    leasingTeamId: { type: Long, description: 'The id of the property’s leasing team, if it has one.' },
    accessToken: { type: nonNull(GraphQLString), description: 'Lets the CRM read the batch; never returned again.' },
    batchId: { type: nonNull(GraphQLString), description: 'The batch’s id.' },
    prospectCount: { type: nonNull(GraphQLInt), description: 'How many prospects the batch holds.' },
  },
})

const Utterance = new GraphQLObjectType({
  name: 'Utterance',
  description: 'What one speaker said without a break.',
  fields: {
    speaker: { type: nonNull(GraphQLString), description: 'Who spoke.' },
    time: { type: nonNull(GraphQLFloat), description: 'Seconds from the start of the call.' },
    transcript: { type: nonNull(GraphQLString), description: 'What was said.' },
  },
})

const annotationSubjects: Readonly<Record<keyof Transcript['annotations'], string>> = {
  greeting: 'with the greeting',
  name: 'with the caller’s name',
  preferences: 'about the caller’s preferences',
  prospectInfo: 'with the prospect’s details',
  prospectInterest: 'about the prospect’s interest',
  prospectSource: 'about how the prospect found the property',
  followup: 'about the follow-up',
}

const CallAnnotations = new GraphQLObjectType({
  name: 'CallAnnotations',
  description: 'Where in the call each topic comes up.',
  fields: Object.fromEntries(
    Object.entries(annotationSubjects).map(([name, subject]) => [
      name,
      { type: GraphQLInt, description: `The index of the utterance ${subject}; null if there is none.` },
    ]),
  ),
})

const CallTranscript = new GraphQLObjectType<Transcript>({
  name: 'CallTranscript',
  description: 'The transcript of a call.',
  fields: {
    threadId: { type: nonNull(GraphQLString), description: 'The id of the conversation the call belongs to.' },
    callId: { type: nonNull(Long), description: 'The call’s id.' },
    streamId: { type: GraphQLString, description: 'The id of the call’s audio stream, if known.' },
    propertyId: { type: nonNull(Long), description: 'The id of the property that was called.' },
    property: { type: nonNull(GraphQLString), description: 'The name of the property that was called.' },
    agentId: { type: Long, description: 'The id of the agent who spoke, if known.' },
    agent: { type: nonNull(GraphQLString), description: 'The name of the agent who spoke.' },
    caller: { type: GraphQLString, description: 'The caller, if known.' },
    startedAt: { type: nonNull(GraphQLString), description: 'When the call started, as an ISO 8601 instant.' },
    timeZone: { type: nonNull(GraphQLString), description: 'The property’s IANA time zone.' },
    duration: { type: nonNull(GraphQLFloat), description: 'The length of the call in seconds.' },
    recordingUrl: { type: GraphQLString, description: 'The path of the recording, if there is one.' },
    annotations: { type: nonNull(CallAnnotations), description: 'Where in the call each topic comes up.' },
    utterances: { type: nonNullList(Utterance), description: 'What was said, in order.' },
  },
})

const PROSPECT_IDS = { type: nonNullList(Long), description: 'The ids of the prospects.' }

interface AddressBookArgs {
  input?: { propertyId?: number | null; role?: string | null } | null
}

/** Queries about single people: colleagues, batches of prospects for the CRM, and transcripts of calls. */
export const peopleQueries: Fields = {
  addressBook: {
    type: nonNullList(AddressBookEntry),
    description: 'One entry for each colleague and each property that both the colleague and you may see.',
    args: { input: { type: AddressBookInput, description: 'Which entries to return; left out: all.' } },
    resolve: async (_root, { input }: AddressBookArgs, { api, viewer, signal }) =>
      addressBook(api, viewer, { propertyId: input?.propertyId ?? undefined, role: input?.role ?? undefined }, signal),
  },
  getProspectBatchData: {
    type: ProspectBatchData,
    description: 'Makes a batch of the prospects who belong to the property; null when none does.',
    args: {
      prospectIds: PROSPECT_IDS,
      propertyId: { type: nonNull(Long), description: 'The id of the property.' },
    },
    resolve: async (_root, { prospectIds, propertyId }: { prospectIds: number[]; propertyId: number }, context) => {
      const [batch] = await batchesOf(context, prospectIds, propertyId)
      return batch ?? null
    },
  },
  getMultipleProspectBatchData: {
    type: nonNullList(ProspectBatchData),
    description: 'Makes one batch per property of the prospects you may see.',
    args: { prospectIds: PROSPECT_IDS },
    resolve: async (_root, { prospectIds }: { prospectIds: number[] }, context) => batchesOf(context, prospectIds),
  },
  callTranscript: {
    type: nonNull(CallTranscript),
    description: 'The transcript of a call.',
    args: { threadId: { type: nonNull(GraphQLString), description: 'The `threadId` of a call in a report.' } },
    resolve: async (_root, { threadId }: { threadId: string }, { api, viewer, signal }) =>
      api.engine.transcript(viewer, threadId, signal),
  },
}

/** Batches of the prospects at visible properties; other and deleted prospects are ignored. */
async function batchesOf({ api, viewer, signal, directory }: GraphContext, ids: number[], only?: number) {
  const { company, properties } = await directory()
  const shown = properties.map(({ id }) => id).filter((id) => only === undefined || id === only)
  const found = await api.facts.query<{ property_id: number; ids: number[] }>(
    `SELECT property_id, arraySort(groupArray(id)) AS ids FROM prospects FINAL
     WHERE company_id = {company:UInt64} AND id IN {ids:Array(UInt64)} AND property_id IN {properties:Array(UInt64)}
       AND id NOT IN (SELECT id FROM prospect_marks FINAL WHERE company_id = {company:UInt64} AND deleted)
     GROUP BY property_id ORDER BY property_id`,
    // Ids start at 1, and ClickHouse can't compare UInt64 with a negative number.
    { company: company.id, ids: ids.filter((id) => id > 0), properties: shown },
    { signal },
  )
  return createPropertyBatches(
    api,
    viewer,
    found.map((row) => ({ propertyId: row.property_id, prospectIds: row.ids })),
  )
}
