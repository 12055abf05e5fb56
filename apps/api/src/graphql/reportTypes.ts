import {
  type Column,
  dimension,
  isRecordList,
  type MetadataDefinition,
  type ParamSchema,
  possibleRowDimensions,
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
import { Key, Long, nonNull, nonNullList } from './scalars'

export const Period = new GraphQLObjectType({
  name: 'Period',
  description: 'Days, both included.',
  fields: { start: { type: nonNull(GraphQLString) }, end: { type: nonNull(GraphQLString) } },
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
  const numbers = columnFields(report, ({ kind }) => kind !== 'fact')
  const row = new GraphQLObjectType({
    name: `${apiKey}Row`,
    fields: {
      ...rowKeys,
      ...(isRecordList(report) && recordCells),
      ...dimensionFields(report),
      ...columnFields(report),
    },
  })
  const total = new GraphQLObjectType({ name: `${apiKey}Total`, fields: numbers })
  const point = new GraphQLObjectType({
    name: `${apiKey}Point`,
    description: 'One day of the series.',
    fields: { day: { type: nonNull(GraphQLString) }, ...numbers },
  })
  const result = new GraphQLObjectType({
    name: apiKey,
    description: report.question,
    fields: {
      report: { type: nonNull(GraphQLString) },
      period: { type: Period, description: 'Null on reports that stand on a day.' },
      priorPeriod: { type: Period },
      asOf: { type: GraphQLString, description: 'The day such a report stands on.' },
      timeZone: { type: nonNull(GraphQLString) },
      propertyTimeZones: { type: nonNullList(GraphQLString) },
      rows: { type: nonNullList(row) },
      total: { type: nonNull(total) },
      priorRows: { type: nonNullList(row) },
      priorTotal: { type: total },
      series: { type: nonNullList(point) },
      priorSeries: { type: nonNullList(point) },
      notes: { type: nonNullList(GraphQLString) },
      freshness: { type: nonNull(Freshness) },
      ...extraFields(report, row),
    },
  })
  return { result, input: inputFields(report) }
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

const rowKeys: OutputFields = {
  key: { type: nonNull(GraphQLString), description: 'Names the row; pass it as parent to open it.' },
  depth: { type: nonNull(Long) },
  parent: { type: GraphQLString, description: 'The row it opens from.' },
}

const recordCells: OutputFields = Object.fromEntries(
  recordFields.map((name) => [name, { type: name.endsWith('Id') ? Long : GraphQLString }]),
)

function dimensionFields(report: ReportDefinition): OutputFields {
  const possible = possibleRowDimensions(report)
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

const columnFields = (report: ReportDefinition, isIncluded: (column: Column) => boolean = () => true): OutputFields =>
  Object.fromEntries(
    Object.entries(report.columns)
      .filter(([, column]) => isIncluded(column))
      .flatMap(([key, column]) => [
        [key, fieldOf(report, key, column)],
        ...(column.formerNames ?? []).map((name) => [name, formerField(report, key, column)]),
      ]),
  )

/** A column under a former name, so that queries written before its renaming still run. */
const formerField = (report: ReportDefinition, key: string, column: Column): OutputFields[string] => ({
  ...fieldOf(report, key, column),
  deprecationReason: `Renamed to ${key}.`,
  resolve: (row) => (typeof row === 'object' && row !== null ? Reflect.get(row, key) : null),
})

function fieldOf(report: ReportDefinition, key: string, column: Column): OutputFields[string] {
  // Only innermost rows have lists of ids.
  if (isIds(column))
    return { type: new GraphQLList(nonNull(Long)), description: `${column.label}: ${column.definition}` }
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
    { type: inputType(schema), description: describeParam(report, name, schema) },
  ])
  return Object.fromEntries(own)
}

/** What a parameter does, in words; OpenAPI says the same. */
export function describeParam(report: ReportDefinition, name: string, { values }: ParamSchema): string {
  const about = reportParams(report)[name]?.description ?? ''
  return values ? `${about} One of: ${values.join(', ')}.` : about
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
