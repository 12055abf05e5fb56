import {
  canRank,
  columnsOfLines,
  isByWeek,
  isRecordList,
  type MetadataDefinition,
  possibleRowDimensions,
  type ReportDefinition,
} from '@leaselight/model'
import { Coverage, Judgement, JudgementState, PeerStanding, RowUsual, UsualRange } from './judgementTypes'
import {
  GraphQLBoolean,
  GraphQLFloat,
  type GraphQLInputFieldConfigMap,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from './library'
import { inputFields } from './reportInput'
import { columnFields, dimensionFields, type OutputFields, recordCells } from './rowFields'
import { Long, nonNull, nonNullList } from './scalars'

export const Period = new GraphQLObjectType({
  name: 'Period',
  description: 'A range of days.',
  fields: {
    start: { type: nonNull(GraphQLString), description: 'The first day, YYYY-MM-DD.' },
    end: { type: nonNull(GraphQLString), description: 'The last day, YYYY-MM-DD, which is included.' },
  },
})

export const Freshness = new GraphQLObjectType({
  name: 'Freshness',
  description: 'How recent the data is; null where nothing has been imported.',
  fields: {
    newestFactAt: {
      type: GraphQLString,
      description: 'When the newest imported fact happened, as an ISO 8601 instant.',
    },
    importedAt: { type: GraphQLString, description: 'When the last import finished, as an ISO 8601 instant.' },
    notices: { type: nonNullList(GraphQLString), description: 'What is wrong with the files that bring the data.' },
  },
})

/** The fields that every report's result has. */
export const resultFields = {
  report: { type: nonNull(GraphQLString), description: 'The report’s key.' },
  period: { type: Period, description: 'The period that is counted; null for reports about a single day.' },
  priorPeriod: { type: Period, description: 'The period it is compared with; null without a comparison.' },
  asOf: { type: GraphQLString, description: 'The day of a report about a single day, YYYY-MM-DD; null for others.' },
  today: { type: nonNull(GraphQLString), description: 'The company’s day of the answer, YYYY-MM-DD.' },
  timeZone: { type: nonNull(GraphQLString), description: 'The IANA time zone that decides what day is today.' },
  propertyTimeZones: {
    type: nonNullList(GraphQLString),
    description: 'The IANA time zones of the properties that are counted.',
  },
  notes: { type: nonNullList(GraphQLString), description: 'Sentences about what the numbers include or leave out.' },
  freshness: { type: nonNull(Freshness), description: 'How recent the data is.' },
} satisfies OutputFields

const AppliedDefault = new GraphQLObjectType({
  name: 'AppliedDefault',
  description: 'A field of the input that was left out, with the value that applied.',
  fields: {
    parameter: { type: nonNull(GraphQLString), description: 'The name of the input’s field.' },
    value: { type: nonNull(GraphQLString), description: 'The value as an address would have it.' },
  },
})

/** What only the results of reports have. */
const reportFields: OutputFields = {
  coverage: { type: nonNull(Coverage), description: 'The days that its data covers.' },
  appliedDefaults: {
    type: nonNullList(AppliedDefault),
    description: 'The report’s own defaults that applied, because the input left them out.',
  },
}

const ReportResult = new GraphQLInterfaceType({
  name: 'ReportResult',
  description: 'What the results of all reports have in common.',
  fields: { ...resultFields, ...reportFields },
})

const rowFields = {
  key: { type: nonNull(GraphQLString), description: 'The row’s key; pass it as `parent` to get the rows inside.' },
  depth: { type: nonNull(Long), description: 'The row’s level; 0 is the outermost.' },
  parent: { type: GraphQLString, description: 'The key of the row around it; null at the outermost level.' },
} satisfies OutputFields

const ReportRow = new GraphQLInterfaceType({
  name: 'ReportRow',
  description: 'What the rows of all reports have in common.',
  fields: rowFields,
})

/** A report's GraphQL types, generated from its definition. */
export interface ReportTypes {
  result: GraphQLObjectType
  /** The fields of its input, shared by the query and the mutations. */
  input: GraphQLInputFieldConfigMap
}

/** Makes a report's GraphQL types: rows, totals, series and input. */
export function reportTypes(report: ReportDefinition): ReportTypes {
  const { apiKey, title } = report
  const numbers = columnFields(report, ({ kind }) => kind !== 'fact')
  const row = new GraphQLObjectType({
    name: `${apiKey}Row`,
    description: `A row of ${title}.`,
    interfaces: [ReportRow],
    fields: {
      ...rowFields,
      ...(isRecordList(report) && recordCells),
      ...dimensionFields(report),
      ...columnFields(report),
    },
  })
  const total = new GraphQLObjectType({
    name: `${apiKey}Total`,
    description: `The totals of ${title}; null where a number does not add up.`,
    fields: numbers,
  })
  const point = new GraphQLObjectType({
    name: `${apiKey}Point`,
    description: `The totals of ${title} on one day.`,
    fields: { day: { type: nonNull(GraphQLString), description: 'The day, YYYY-MM-DD.' }, ...numbers },
  })
  const keys = Object.keys(numbers).filter((key) => key in report.columns)
  const perColumn = (type: GraphQLOutputType): OutputFields =>
    Object.fromEntries(
      keys.map((key) => [
        key,
        { type, description: `What the change of ${report.columns[key]?.label ?? key} is worth.` },
      ]),
    )
  const judgement = new GraphQLObjectType({
    name: `${apiKey}Judgement`,
    description: `What the changes of ${title} are worth.`,
    fields: perColumn(Judgement),
  })
  const states = new GraphQLObjectType({
    name: `${apiKey}RowStates`,
    description: `What the changes of a row of ${title} are worth, by column.`,
    fields: perColumn(JudgementState),
  })
  const rowJudgement = new GraphQLObjectType({
    name: `${apiKey}RowJudgement`,
    description: `What the changes of a row of ${title} are worth.`,
    fields: {
      key: { type: nonNull(GraphQLString), description: 'The row’s key.' },
      states: { type: nonNull(states), description: 'By column.' },
      usual: { type: RowUsual, description: 'Its main number beside its usual range; null where that is unknown.' },
    },
  })
  const result = new GraphQLObjectType({
    name: apiKey,
    description: report.question,
    interfaces: [ReportResult],
    fields: {
      ...resultFields,
      ...reportFields,
      judgement: { type: judgement, description: 'What each total’s change is worth; null without a prior period.' },
      rowJudgements: { type: nonNullList(rowJudgement), description: 'The same for each row, as states.' },
      rows: { type: nonNullList(row), description: 'The rows, in the report’s order.' },
      total: { type: nonNull(total), description: 'The totals of the period.' },
      ...(isRecordList(report) && {
        length: { type: GraphQLInt, description: 'How many records the list has; null without limit, find, and sort.' },
        recordsByHour: {
          type: new GraphQLList(nonNull(GraphQLInt)),
          description:
            'How many records fall into each hour of the local day, 0 to 23; null unless it is a single day.',
        },
      }),
      priorRows: { type: nonNullList(row), description: 'The rows of the prior period; empty without one.' },
      priorTotal: { type: total, description: 'The totals of the prior period; null without one.' },
      series: { type: nonNullList(point), description: 'The totals by day; empty unless the report has a series.' },
      priorSeries: { type: nonNullList(point), description: 'The totals of the prior period by day.' },
      ...(report.charts.some(isByWeek) && pointDaysField),
      ...peersField(report),
      ...usualField(report),
      ...officeHoursField(report),
      ...extraFields(report, row),
    },
  })
  return { result, input: inputFields(report) }
}

/** The ranks of properties among their peers; nothing for a report that ranks none. */
function peersField(report: ReportDefinition): OutputFields {
  const { apiKey, title, columns } = report
  const keys = Object.keys(columns).filter((key) => canRank(report, key))
  if (keys.length === 0) return {}
  const standings = new GraphQLObjectType({
    name: `${apiKey}PeerStandings`,
    description: `Where the numbers of a property are among its peers in ${title}, by column.`,
    fields: Object.fromEntries(
      keys.map((key) => [
        key,
        { type: PeerStanding, description: `Where ${columns[key]?.label ?? key} is; null where it isn’t ranked.` },
      ]),
    ),
  })
  const row = new GraphQLObjectType({
    name: `${apiKey}PeerRow`,
    description: `A property’s ranks in ${title}.`,
    fields: {
      key: { type: nonNull(GraphQLString), description: 'The row’s key.' },
      group: { type: GraphQLString, description: 'The attribute’s value; null where the property doesn’t have it.' },
      standings: { type: nonNull(standings), description: 'By column.' },
    },
  })
  const peers = new GraphQLObjectType({
    name: `${apiKey}Peers`,
    description: `The ranks of properties among their peers in ${title}.`,
    fields: {
      by: {
        type: nonNull(GraphQLString),
        description: 'Who the peers are: portfolio, or the attribute that they share.',
      },
      rows: { type: nonNullList(row), description: 'One for each property.' },
    },
  })
  return { peers: { type: peers, description: 'Each property’s ranks; null unless the input names peers.' } }
}

/** What would be usual along the lines that a report draws; nothing for one that draws none. */
function usualField(report: ReportDefinition): OutputFields {
  const { apiKey, title, columns } = report
  const keys = columnsOfLines(report)
  if (keys.length === 0) return {}
  const ranges = new GraphQLObjectType({
    name: `${apiKey}UsualRanges`,
    description: `What would be usual in ${title}, by column; null where that isn’t known.`,
    fields: Object.fromEntries(
      keys.map((key) => [
        key,
        { type: UsualRange, description: `What ${columns[key]?.label ?? key} would usually be.` },
      ]),
    ),
  })
  const point = new GraphQLObjectType({
    name: `${apiKey}UsualPoint`,
    description: 'A day; from 15 days on the seven days up to it; in longer periods a week or month.',
    fields: {
      start: { type: nonNull(GraphQLString), description: 'Its first day, YYYY-MM-DD.' },
      end: { type: nonNull(GraphQLString), description: 'Its last day, YYYY-MM-DD.' },
      ranges: { type: nonNull(ranges), description: 'By column.' },
    },
  })
  const description = 'What would be usual along the period; empty while it isn’t known how the numbers move.'
  return { usualRanges: { type: nonNullList(point), description } }
}

const OfficeHour = new GraphQLObjectType({
  name: 'OfficeHour',
  description: 'How much of an hour of the week the offices are open.',
  fields: {
    weekday: { type: nonNull(Long), description: '1 is Monday.' },
    hour: { type: nonNull(Long), description: 'Of the local day, 0 to 23.' },
    open: { type: nonNull(GraphQLFloat), description: 'From 0, all offices closed, to 1, all open the whole hour.' },
  },
})

const pointDaysField: OutputFields = {
  pointDays: { type: Long, description: 'How many days a point of the series has, up to its own; null for one.' },
}

/** When offices are open; nothing for a report whose rows are never hours. */
function officeHoursField(report: ReportDefinition): OutputFields {
  if (!possibleRowDimensions(report).includes('hour')) return {}
  const description = 'When its offices are open; null unless rows are hours of the week and office hours are known.'
  return { officeHours: { type: new GraphQLList(nonNull(OfficeHour)), description } }
}

function extraFields({ metadata = {} }: ReportDefinition, row: GraphQLObjectType): OutputFields {
  const typeOf = ({ kind }: MetadataDefinition): GraphQLOutputType => {
    if (kind === 'mark') return nonNull(GraphQLBoolean)
    return new GraphQLList(nonNull(kind === 'rows' ? row : GraphQLString))
  }
  return Object.fromEntries(
    Object.entries(metadata).map(([name, extra]) => [name, { type: typeOf(extra), description: extra.description }]),
  )
}

/** The name of a report's query: its API name in camel case. */
export const queryName = (report: ReportDefinition): string => lowerFirst(report.apiKey)

export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
