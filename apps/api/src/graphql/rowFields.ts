import { type Column, dimension, possibleRowDimensions, type ReportDefinition, recordFields } from '@leaselight/model'
import { isIds, isText, isWhole } from '../reports/parameters'
import { type GraphQLFieldConfigMap, GraphQLFloat, GraphQLList, type GraphQLOutputType, GraphQLString } from './library'
import { Key, Long, nonNull } from './scalars'

export type OutputFields = GraphQLFieldConfigMap<unknown, unknown>

const recordFieldDescriptions: Readonly<Record<(typeof recordFields)[number], string>> = {
  propertyId: 'The id of the record’s property.',
  property: 'The name of the record’s property.',
  agentId: 'The id of the record’s agent; null if none is assigned.',
  agent: 'The name of the record’s agent.',
  timeZone: 'The IANA time zone of the record’s property.',
}

/** What a record in a list says besides its columns. */
export const recordCells: OutputFields = Object.fromEntries(
  recordFields.map((name) => [
    name,
    { type: name.endsWith('Id') ? Long : GraphQLString, description: recordFieldDescriptions[name] },
  ]),
)

/** The names and keys of what a report's rows represent. */
export function dimensionFields(report: ReportDefinition): OutputFields {
  const possible = possibleRowDimensions(report)
  return Object.fromEntries(
    possible.flatMap((dimensionKey) => {
      const { field, nameField, label } = dimension(dimensionKey)
      const name: OutputFields = {
        [nameField]: { type: GraphQLString, description: `${label}: the name a person reads.` },
      }
      if (field === nameField) return Object.entries(name)
      const key: OutputFields = {
        [field]: { type: keyType(field), description: `${label}: the value rows are grouped by.` },
      }
      return Object.entries({ ...key, ...name })
    }),
  )
}

/** The type of a dimension's key: fields that end in Id hold a record's id, others text or, like hours, numbers. */
function keyType(field: string): GraphQLOutputType {
  // Clients know the week as text, which it was before it had a separate name.
  if (field === 'week') return GraphQLString
  return field.endsWith('Id') ? Long : Key
}

/** A report's columns as fields, those under former names too. */
export const columnFields = (
  report: ReportDefinition,
  isIncluded: (column: Column) => boolean = () => true,
): OutputFields =>
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
