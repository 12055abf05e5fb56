import type { ReportDefinition } from '@leaselight/model'
import { parseBody } from '../http/params'
import { messageBody, sendMessage, shareBody, shareReport } from '../sharing/deliveries/send'
import { createSaved, saveBody } from '../sharing/saved/service'
import type { Field, Fields } from './context'
import {
  type GraphQLEnumType,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from './library'
import { inputOf } from './reportInput'
import type { ReportTypes } from './reportTypes'
import { toRestParams } from './restParams'
import { Long, nonNull } from './scalars'

type Input = Record<string, unknown>

interface ShareInput extends Input {
  people?: { propertyId?: number | null; role?: string | null }[] | null
  propertyPages?: number[] | null
}

const DELIVERY_ID = 'The id of the delivery; `/api/deliveries/{id}` returns its state.'

const SavedReportId = new GraphQLObjectType({
  name: 'SavedReportId',
  description: 'The result of saving a report.',
  fields: { savedReportId: { type: nonNull(GraphQLString), description: 'The id of the saved report.' } },
})

const Shared = new GraphQLObjectType({
  name: 'Shared',
  description: 'The result of sharing a report.',
  fields: {
    response: { type: nonNull(GraphQLString), description: 'A sentence that says who receives it.' },
    deliveryId: { type: nonNull(GraphQLString), description: DELIVERY_ID },
  },
})

const People = new GraphQLInputObjectType({
  name: 'PeopleInput',
  description: 'Everyone in the address book at a property, of a role, or both.',
  fields: {
    propertyId: { type: Long, description: 'The id of the property; left out: every visible property.' },
    role: { type: GraphQLString, description: 'The role; left out: every role.' },
  },
})

/** The mutation that saves a report's filters under a name. */
export function saveMutation(report: ReportDefinition, { input }: ReportTypes): Field<{ input: Input }> {
  return {
    type: nonNull(SavedReportId),
    description: `Saves ${report.title} under a name.`,
    args: {
      input: {
        description: 'The filters to save and their name.',
        type: nonNull(
          inputOf(`Save${report.apiKey}Input`, `Filters and name of a saved ${report.title} report.`, {
            ...input,
            name: { type: nonNull(GraphQLString), description: 'The name of the saved report.' },
          }),
        ),
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

/** For reports about one property at a time: the properties that get a page each. */
export const propertyPagesField = ({ sheet }: ReportDefinition): GraphQLInputFieldConfigMap =>
  sheet
    ? {
        propertyPages: {
          type: new GraphQLList(new GraphQLNonNull(Long)),
          description:
            'A page for each of these properties after a league table; with an empty list for every visible one.',
        },
      }
    : {}

/** The mutation that sends a report by email. */
export function shareMutation(
  report: ReportDefinition,
  { input }: ReportTypes,
  format: GraphQLEnumType,
): Field<{ input: ShareInput }> {
  return {
    type: nonNull(Shared),
    description: `Emails ${report.title}: its link, its headline numbers and, if requested, its files.`,
    args: {
      input: {
        description: 'The filters of the report and its recipients.',
        type: nonNull(
          inputOf(`Share${report.apiKey}Input`, `Filters and recipients of a shared ${report.title} report.`, {
            ...input,
            emails: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)), description: 'Email addresses.' },
            people: {
              type: new GraphQLList(new GraphQLNonNull(People)),
              description: 'Recipients by property and role instead of by address.',
            },
            note: { type: GraphQLString, description: 'A note to the recipients.' },
            formats: { type: new GraphQLList(new GraphQLNonNull(format)), description: 'The files to attach.' },
            name: { type: GraphQLString, description: 'The name of the report; its title if left out.' },
            ...propertyPagesField(report),
          }),
        ),
      },
    },
    resolve: async (_root, args, { api, viewer, signal }) => {
      const { emails, people, note, formats, name, propertyPages, ...params } = args.input
      const request = {
        report: report.key,
        params: toRestParams(params),
        emails,
        people: people?.map(({ propertyId, role }) => ({ property_id: propertyId, role })) ?? people,
        note,
        formats,
        name,
        ...(propertyPages && { property_pages: propertyPages }),
      }
      const { response, delivery } = await shareReport(api, viewer, parseBody(shareBody, request), signal)
      return { response, deliveryId: delivery.id }
    },
  }
}

const Param = new GraphQLInputObjectType({
  name: 'ParamInput',
  description: 'A parameter of a report, as in REST’s query.',
  fields: {
    name: { type: nonNull(GraphQLString), description: 'The parameter’s name, in snake_case.' },
    value: { type: nonNull(GraphQLString), description: 'The parameter’s value as text.' },
  },
})

const SendMessageInput = new GraphQLInputObjectType({
  name: 'SendMessageInput',
  description: 'A message to a leasing team.',
  fields: {
    propertyId: { type: nonNull(Long), description: 'The id of the property whose leasing team receives it.' },
    body: { type: nonNull(GraphQLString), description: 'The text of the message.' },
    subject: { type: GraphQLString, description: 'The subject line.' },
    report: { type: GraphQLString, description: 'The key of the report the message is about.' },
    params: { type: new GraphQLList(new GraphQLNonNull(Param)), description: 'The filters of that report.' },
  },
})

interface MessageInput {
  propertyId: number
  body: string
  subject?: string | null
  report?: string | null
  params?: { name: string; value: string }[] | null
}

/** The mutation that writes to a leasing team. */
export const messageMutations: Fields = {
  sendMessage: {
    type: nonNull(
      new GraphQLObjectType({
        name: 'SentMessage',
        description: 'The result of sending a message.',
        fields: {
          message: { type: nonNull(GraphQLString), description: 'A sentence that says who receives it.' },
          deliveryId: { type: nonNull(GraphQLString), description: DELIVERY_ID },
        },
      }),
    ),
    description: 'Sends a message to a property’s leasing team.',
    args: { input: { type: nonNull(SendMessageInput), description: 'The message.' } },
    resolve: async (_root, { input }: { input: MessageInput }, { api, viewer }) => {
      const { propertyId, params, ...rest } = input
      const request = {
        ...rest,
        property_id: propertyId,
        params: Object.fromEntries((params ?? []).map(({ name, value }) => [name, value])),
      }
      const { message, delivery } = await sendMessage(api, viewer, parseBody(messageBody, request))
      return { message, deliveryId: delivery.id }
    },
  },
}
