import type { ReportDefinition } from '@leaselight/model'
import { messageBody, sendMessage, share, shareBody } from '../deliveries/send'
import { bodyOf } from '../params'
import { save, saveBody } from '../saved/savedReports'
import type { Field, Fields } from './context'
import { inRest } from './inRest'
import {
  type GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from './library'
import { inputOf, type ReportTypes } from './reportTypes'
import { always, Long } from './scalars'

type Input = Record<string, unknown>

const SavedReportId = new GraphQLObjectType({
  name: 'SavedReportId',
  fields: { savedReportId: { type: always(GraphQLString) } },
})

const Shared = new GraphQLObjectType({
  name: 'Shared',
  fields: {
    response: { type: always(GraphQLString), description: 'A sentence that says who gets it.' },
    deliveryId: { type: always(GraphQLString), description: 'At /api/deliveries/{id} one sees how it went.' },
  },
})

const People = new GraphQLInputObjectType({
  name: 'PeopleInput',
  description: 'Everybody of the address book at a property, of a role, or both.',
  fields: { propertyId: { type: Long }, role: { type: GraphQLString } },
})

/** Keeps a report's state under a name. */
export function saveMutation(report: ReportDefinition, { input }: ReportTypes): Field<{ input: Input }> {
  return {
    type: always(SavedReportId),
    description: `Saves ${report.title} under a name.`,
    args: {
      input: {
        type: always(inputOf(`Save${report.apiKey}Input`, { ...input, name: { type: always(GraphQLString) } })),
      },
    },
    resolve: async (_root, args, { api, viewer }) => {
      const { name, ...params } = args.input
      const saved = await save(api, viewer, bodyOf(saveBody, { name, report: report.key, params: inRest(params) }))
      return { savedReportId: saved.id }
    },
  }
}

/** Sends a report to people. */
export function shareMutation(
  report: ReportDefinition,
  { input }: ReportTypes,
  format: GraphQLEnumType,
): Field<{ input: Input }> {
  return {
    type: always(Shared),
    description: `Sends ${report.title} to people: its link, its headline numbers and, if wanted, its files.`,
    args: {
      input: {
        type: always(
          inputOf(`Share${report.apiKey}Input`, {
            ...input,
            emails: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)), description: 'Addresses as typed.' },
            people: { type: new GraphQLList(new GraphQLNonNull(People)) },
            note: { type: GraphQLString },
            formats: { type: new GraphQLList(new GraphQLNonNull(format)), description: 'The files that come with it.' },
            name: { type: GraphQLString, description: 'What it is called; the report’s title unless said otherwise.' },
          }),
        ),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { emails, people, note, formats, name, ...params } = args.input
      const asked = { report: report.key, params: inRest(params), emails, people: inSnake(people), note, formats, name }
      const { response, delivery } = await share(api, viewer, bodyOf(shareBody, asked), signal)
      return { response, deliveryId: delivery.id }
    },
  }
}

const inSnake = (people: unknown): unknown =>
  Array.isArray(people) ? people.map(({ propertyId, role }) => ({ property_id: propertyId, role })) : people

const Param = new GraphQLInputObjectType({
  name: 'ParamInput',
  description: 'A parameter of a report, as REST takes it.',
  fields: { name: { type: always(GraphQLString) }, value: { type: always(GraphQLString) } },
})

const SendMessageInput = new GraphQLInputObjectType({
  name: 'SendMessageInput',
  fields: {
    propertyId: { type: always(Long), description: 'Whose leasing team is written to.' },
    body: { type: always(GraphQLString) },
    subject: { type: GraphQLString },
    report: { type: GraphQLString, description: 'The key of the report the message is about.' },
    params: { type: new GraphQLList(new GraphQLNonNull(Param)), description: 'How that report is set.' },
  },
})

interface MessageInput {
  propertyId: number
  body: string
  subject?: string | null
  report?: string | null
  params?: { name: string; value: string }[] | null
}

/** Writing to a leasing team. */
export const messageMutations: Fields = {
  sendMessage: {
    type: always(
      new GraphQLObjectType({
        name: 'SentMessage',
        fields: {
          message: { type: always(GraphQLString), description: 'A sentence that says who gets it.' },
          deliveryId: { type: always(GraphQLString) },
        },
      }),
    ),
    description: 'Writes to a property’s leasing team.',
    args: { input: { type: always(SendMessageInput) } },
    resolve: async (_root, { input }: { input: MessageInput }, { api, viewer }) => {
      const { propertyId, params, ...rest } = input
      const asked = {
        ...rest,
        property_id: propertyId,
        params: Object.fromEntries((params ?? []).map(({ name, value }) => [name, value])),
      }
      const { message, delivery } = await sendMessage(api, viewer, bodyOf(messageBody, asked))
      return { message, deliveryId: delivery.id }
    },
  },
}
