import { type ParamSchema, type ReportDefinition, reportParams, toCamel } from '@leaselight/model'
import { describeParam } from '../reports/parameters'
import {
  GraphQLBoolean,
  GraphQLFloat,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from './library'
import { Long } from './scalars'

/** The description of every report query's `input` argument. */
export const REPORT_INPUT = 'Filters and period; left out: the report’s defaults.'

/** A report's parameters as input fields. */
export function inputFields(report: ReportDefinition): GraphQLInputFieldConfigMap {
  const own = Object.entries(reportParams(report)).map(([name, schema]) => [
    toCamel(name),
    { type: inputType(schema), description: describeParam(report, name, schema) },
  ])
  return Object.fromEntries(own)
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

/** An input type with a report's own fields and others. */
export const inputOf = (
  name: string,
  description: string,
  fields: GraphQLInputFieldConfigMap,
): GraphQLInputObjectType => new GraphQLInputObjectType({ name, description, fields })
