import {
  type Column,
  dimension,
  type Extra,
  filters,
  listsRecords,
  type ParamSchema,
  possibleRows,
  type ReportDefinition,
  recordFields,
  reportParams,
  toCamel,
} from '@leaselight/model'
import {
  GraphQLBoolean,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from './library'
import { always, Key, Long, listOf } from './scalars'

export const Period = new GraphQLObjectType({
  name: 'Period',
  description: 'Days, both included.',
  fields: { start: { type: always(GraphQLString) }, end: { type: always(GraphQLString) } },
})

export const Freshness = new GraphQLObjectType({
  name: 'Freshness',
  fields: {
    newestFactAt: { type: GraphQLString, description: 'The newest fact that any import has brought.' },
    importedAt: { type: GraphQLString, description: 'When the last import finished.' },
  },
})

type OutputFields = GraphQLFieldConfigMap<unknown, unknown>

/** The types a report answers with and is asked by, made from its definition. */
export interface ReportTypes {
  result: GraphQLObjectType
  /** The fields of its input; the export takes them too. */
  input: GraphQLInputFieldConfigMap
}

/** A report's GraphQL types: rows, totals, series and input. */
export function reportTypes(report: ReportDefinition): ReportTypes {
  const { apiKey } = report
  const numbers = Object.fromEntries(
    Object.entries(report.columns)
      .filter(([, column]) => column.kind !== 'fact')
      .map(([key, column]) => [key, fieldOf(report, key, column)]),
  )
  const row = new GraphQLObjectType({
    name: `${apiKey}Row`,
    fields: {
      ...rowKeys,
      ...(listsRecords(report) && recordCells),
      ...dimensionFields(report),
      ...columnFields(report),
    },
  })
  const total = new GraphQLObjectType({ name: `${apiKey}Total`, fields: numbers })
  const point = new GraphQLObjectType({
    name: `${apiKey}Point`,
    description: 'One day of the series.',
    fields: { day: { type: always(GraphQLString) }, ...numbers },
  })
  const result = new GraphQLObjectType({
    name: apiKey,
    description: report.answers,
    fields: {
      report: { type: always(GraphQLString) },
      period: { type: Period, description: 'Null on reports that stand on a day.' },
      priorPeriod: { type: Period },
      asOf: { type: GraphQLString, description: 'The day such a report stands on.' },
      timeZone: { type: always(GraphQLString) },
      propertyTimeZones: { type: listOf(GraphQLString) },
      rows: { type: listOf(row) },
      total: { type: always(total) },
      priorRows: { type: listOf(row) },
      priorTotal: { type: total },
      series: { type: listOf(point) },
      priorSeries: { type: listOf(point) },
      notes: { type: listOf(GraphQLString) },
      freshness: { type: always(Freshness) },
      ...extraFields(report, row),
    },
  })
  return { result, input: inputFields(report) }
}

function extraFields({ extras = {} }: ReportDefinition, row: GraphQLObjectType): OutputFields {
  const typeOf = ({ kind }: Extra): GraphQLOutputType => {
    if (kind === 'mark') return always(GraphQLBoolean)
    return new GraphQLList(always(kind === 'rows' ? row : GraphQLString))
  }
  return Object.fromEntries(
    Object.entries(extras).map(([name, extra]) => [name, { type: typeOf(extra), description: extra.about }]),
  )
}

/** The name of a report's query: its API name in camel case. */
export const queryName = (report: ReportDefinition): string => lowerFirst(report.apiKey)

export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const rowKeys: OutputFields = {
  key: { type: always(GraphQLString), description: 'Names the row; pass it as parent to open it.' },
  depth: { type: always(Long) },
  parent: { type: GraphQLString, description: 'The row it opens from.' },
}

const recordCells: OutputFields = Object.fromEntries(
  recordFields.map((name) => [name, { type: name.endsWith('Id') ? Long : GraphQLString }]),
)

function dimensionFields(report: ReportDefinition): OutputFields {
  const possible = possibleRows(report)
  return Object.fromEntries(
    possible.flatMap((key) => {
      const { field, nameField, label } = dimension(key)
      const named: [string, OutputFields[string]] = [nameField, { type: GraphQLString, description: label }]
      return field === nameField ? [named] : [[field, { type: keyType(field) }], named]
    }),
  )
}

// What is called an id is the id of a record; other keys are text or, like hours, numbers.
const keyType = (field: string): GraphQLOutputType => (field.endsWith('Id') ? Long : Key)

const columnFields = (report: ReportDefinition): OutputFields =>
  Object.fromEntries(Object.entries(report.columns).map(([key, column]) => [key, fieldOf(report, key, column)]))

function fieldOf(report: ReportDefinition, key: string, column: Column): OutputFields[string] {
  // Only innermost rows have lists of ids.
  if (isIds(column))
    return { type: new GraphQLList(always(Long)), description: `${column.label}: ${column.definition}` }
  const type = isText(column) ? GraphQLString : isWhole(report, key) ? Long : GraphQLFloat
  return { type, description: `${column.label}: ${column.definition}` }
}

/** Whether a column's cells are lists of ids. */
export const isIds = (column: Column): boolean => column.kind === 'fact' && column.idsOf !== undefined

/** Whether a column's cells are text. */
export const isText = ({ format }: Column): boolean => ['text', 'date', 'datetime'].includes(format)

/** Whether a column's numbers are whole: counts, and what is added up of them. An average may only be shown as if. */
export function isWhole(report: ReportDefinition, key: string): boolean {
  const column = report.columns[key]
  if (column?.kind === 'sum' || column?.kind === 'difference') return column.of.every((part) => isWhole(report, part))
  return column?.kind === 'count'
}

/** What a report can be asked by. */
export function inputFields(report: ReportDefinition): GraphQLInputFieldConfigMap {
  const own = Object.entries(reportParams(report)).map(([name, schema]) => [
    toCamel(name),
    { type: inputType(schema), description: aboutParam(report, name, schema) },
  ])
  return Object.fromEntries(own)
}

/** What a parameter does, in words; OpenAPI says the same. */
export function aboutParam(report: ReportDefinition, name: string, schema: ParamSchema): string {
  const owner = Object.values(filters).find((definition) => name in definition.codec.params)
  const about = owner?.about ?? report.switches?.[toCamel(name)]?.about ?? ''
  return schema.values ? `${about} One of: ${schema.values.join(', ')}.`.trim() : about
}

function inputType({ type }: ParamSchema): GraphQLInputType {
  switch (type) {
    case 'boolean':
      return GraphQLBoolean
    case 'integer':
      return Long
    case 'number':
      return GraphQLFloat
    case 'string':
      return GraphQLString
    case 'integers':
      return new GraphQLList(new GraphQLNonNull(Long))
    case 'strings':
      return new GraphQLList(new GraphQLNonNull(GraphQLString))
  }
}

/** An input object under a name, with what stands beside the report's own fields. */
export const inputOf = (name: string, fields: GraphQLInputFieldConfigMap): GraphQLInputObjectType =>
  new GraphQLInputObjectType({ name, fields })
