import { type MemberPage, parseState, type ReportDefinition, toSnake } from '@leaselight/model'
import { drillableColumns, MEMBER_SORT, parseDrilldown, parseMemberPart, parsePage } from '../reports/requests'
import type { Field } from './context'
import { GraphQLBoolean, GraphQLInt, GraphQLObjectType, GraphQLString } from './library'
import { inputOf } from './reportInput'
import { queryName, type ReportTypes } from './reportTypes'
import { toRestParams } from './restParams'
import { Long, nonNull, nonNullList } from './scalars'

const MemberColumn = new GraphQLObjectType<MemberPage['columns'][number]>({
  name: 'MemberColumn',
  description: 'A column of a list of records.',
  fields: {
    key: { type: nonNull(GraphQLString), description: 'The name of its field in the rows.' },
    label: { type: nonNull(GraphQLString), description: 'Its heading.' },
    format: { type: nonNull(GraphQLString), description: 'How the product writes its values: text, phone or email.' },
    varies: { type: GraphQLBoolean, description: 'False where every record of the list has the same value.' },
  },
})

const texts: Readonly<Record<string, string>> = {
  phone: 'The person’s phone number as it was given; null in lists without people and where it is unknown.',
  phoneE164: 'The same number in E.164 form; null where it can’t be read as one.',
  email: 'The person’s email address.',
  status: 'The person’s status now.',
  source: 'The person’s source.',
  lastContact: 'When the office and the person were last in contact.',
}

const Member = new GraphQLObjectType<MemberPage['rows'][number]>({
  name: 'Member',
  description: 'A record behind a number.',
  fields: {
    id: { type: nonNull(Long), description: 'The record’s id.' },
    prospectId: { type: Long, description: 'The id of the prospect that it belongs to, if any.' },
    name: { type: nonNull(GraphQLString), description: 'The person’s name, or Unknown.' },
    what: { type: nonNull(GraphQLString), description: 'What was counted.' },
    when: { type: nonNull(GraphQLString), description: 'When it happened, as people at the property say it.' },
    at: { type: GraphQLString, description: 'When it happened, as an ISO 8601 instant.' },
    timeZone: { type: nonNull(GraphQLString), description: 'The IANA time zone of the property.' },
    property: { type: nonNull(GraphQLString), description: 'The property’s name.' },
    agent: { type: nonNull(GraphQLString), description: 'The agent’s name, or Unassigned.' },
    details: { type: nonNull(GraphQLString), description: 'What else the record says.' },
    ...Object.fromEntries(
      Object.entries(texts).map(([name, description]) => [name, { type: GraphQLString, description }]),
    ),
  },
})

const Members = new GraphQLObjectType<MemberPage>({
  name: 'MemberPage',
  description: 'A page of the records behind a number.',
  fields: {
    about: {
      type: GraphQLString,
      description: 'What the records are, where the number is worked out from them instead of counting them.',
    },
    columns: { type: nonNullList(MemberColumn), description: 'The columns of the list, in order.' },
    rows: { type: nonNullList(Member), description: 'The records of the page.' },
    total: { type: nonNull(Long), description: 'The number of records: the number itself, where it counts them.' },
    length: {
      type: nonNull(Long),
      description: 'How many records its pages have: those that a search found, or all.',
    },
    searched: {
      type: nonNull(Long),
      description: 'Among how many of the newest records it was found and sorted; all without find and sort.',
    },
    waiting: { type: Long, description: 'The people who still wait for an answer; null for records without people.' },
    page: { type: nonNull(GraphQLInt), description: 'The page; the first is 1.' },
    pageSize: { type: nonNull(GraphQLInt), description: 'How many records a page has at most.' },
  },
})

interface Wanted {
  column: string
  row?: string | null
  period?: string | null
  page?: number | null
  pageSize?: number | null
  find?: string | null
  sort?: string | null
}

/** The query for the records behind a report's numbers; undefined where none of its numbers opens a list. */
export function membersQuery(
  report: ReportDefinition,
  { input }: ReportTypes,
): { name: string; field: Field<{ input: Wanted & Record<string, unknown> }> } | undefined {
  if (drillableColumns(report).length === 0) return undefined
  const field: Field<{ input: Wanted & Record<string, unknown> }> = {
    type: nonNull(Members),
    description: `${report.title}: the records behind a number.`,
    args: {
      input: {
        description: 'The filters of the report, and which of its numbers is opened.',
        type: nonNull(
          inputOf(`${report.apiKey}MembersInput`, `Filters of ${report.title} and one of its numbers.`, {
            ...input,
            column: { type: nonNull(GraphQLString), description: 'The column of the number.' },
            row: { type: GraphQLString, description: 'The key of the number’s row; left out: the total.' },
            period: { type: GraphQLString, description: 'current or prior; left out: current.' },
            page: { type: GraphQLInt, description: 'Which page; left out: the first.' },
            pageSize: { type: GraphQLInt, description: 'How many records a page has; left out: as REST does.' },
            find: { type: GraphQLString, description: 'Only records whose cells have all of these words.' },
            sort: { type: GraphQLString, description: MEMBER_SORT },
          }),
        ),
      },
    },
    resolve: (_root, args, { api, viewer, signal }) => {
      const { column, row, period, page, pageSize, find, sort, ...state } = args.input
      const number = { column: toSnake(column), ...(row && { row }), ...(period && { period }) }
      const pages = { ...(page && { page: String(page) }), ...(pageSize && { page_size: String(pageSize) }) }
      return api.engine.members(report, parseState(report, toRestParams(state), 'api'), viewer, {
        ...parseDrilldown(report, number),
        ...parsePage(pages),
        ...parseMemberPart({ find: find ?? undefined, sort: sort ?? undefined }),
        signal,
      })
    },
  }
  return { name: `${queryName(report)}Members`, field }
}
