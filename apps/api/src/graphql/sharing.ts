import type { ReportDefinition } from '@leaselight/model'
import { parseBody } from '../http/params'
import { messageBody, sendMessage, shareBody, shareReport } from '../sharing/deliveries/send'
import { createSaved, saveBody } from '../sharing/saved/service'
import type { Field, Fields } from './context'
import {
  type GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from './library'
import { inputOf, type ReportTypes } from './reportTypes'
import { toRestParams } from './restParams'
import { Long, nonNull } from './scalars'

type Input = Record<string, unknown>

const SavedReportId = new GraphQLObjectType({
  name: 'SavedReportId',
  fields: { savedReportId: { type: nonNull(GraphQLString) } },
})

const Shared = new GraphQLObjectType({
  name: 'Shared',
  fields: {
    response: { type: nonNull(GraphQLString), description: 'A sentence that says who gets it.' },
    deliveryId: { type: nonNull(GraphQLString), description: 'At /api/deliveries/{id} one sees how it went.' },
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
    type: nonNull(SavedReportId),
    description: `Saves ${report.title} under a name.`,
    args: {
      input: {
        type: nonNull(inputOf(`Save${report.apiKey}Input`, { ...input, name: { type: nonNull(GraphQLString) } })),
      },
    },
    resolve: async (_root, args, { api, viewer }) => {
      const { name, ...params } = args.input
      const saved = await createSaved(
        api,
        viewer,
        parseBody(saveBody, { name, report: report.key, params: toRestParams(params) }),
      )
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
    type: nonNull(Shared),
    description: `Sends ${report.title} to people: its link, its headline numbers and, if wanted, its files.`,
    args: {
      input: {
        type: nonNull(
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
      const asked = {
        report: report.key,
        params: toRestParams(params),
        emails,
        people: toSnakeFields(people),
        note,
        formats,
        name,
      }
      const { response, delivery } = await shareReport(api, viewer, parseBody(shareBody, asked), signal)
      return { response, deliveryId: delivery.id }
    },
  }
}

const toSnakeFields = (people: unknown): unknown =>
  Array.isArray(people) ? people.map(({ propertyId, role }) => ({ property_id: propertyId, role })) : people

const Param = new GraphQLInputObjectType({
  name: 'ParamInput',
  description: 'A parameter of a report, as REST takes it.',
  fields: { name: { type: nonNull(GraphQLString) }, value: { type: nonNull(GraphQLString) } },
})

const SendMessageInput = new GraphQLInputObjectType({
  name: 'SendMessageInput',
  fields: {
    propertyId: { type: nonNull(Long), description: 'Whose leasing team is written to.' },
    body: { type: nonNull(GraphQLString) },
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
    type: nonNull(
      new GraphQLObjectType({
        name: 'SentMessage',
        fields: {
          message: { type: nonNull(GraphQLString), description: 'A sentence that says who gets it.' },
          deliveryId: { type: nonNull(GraphQLString) },
        },
      }),
    ),
    description: 'Writes to a property’s leasing team.',
    args: { input: { type: nonNull(SendMessageInput) } },
    resolve: async (_root, { input }: { input: MessageInput }, { api, viewer }) => {
      const { propertyId, params, ...rest } = input
      const asked = {
        ...rest,
        property_id: propertyId,
        params: Object.fromEntries((params ?? []).map(({ name, value }) => [name, value])),
      }
      const { message, delivery } = await sendMessage(api, viewer, parseBody(messageBody, asked))
      return { message, deliveryId: delivery.id }
    },
  },
}
