import { toSnake } from '@leaselight/model'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from '../graphql/library'
import { buildGraphqlSchema } from '../graphql/schema'
import type { IdRoute, Request } from './idRouteTypes'
import { idSlotOf, samples } from './ids'

type Input = GraphQLArgument | GraphQLInputField

/** A question to GraphQL. */
export const graphql = (query: string): Request => ({ method: 'POST', url: '/api/graphql', payload: { query } })

/** Every argument and input field of the schema's root types that contains ids. */
export function graphqlIdRoutes(): IdRoute[] {
  const schema = buildGraphqlSchema()
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() }
  return Object.entries(roots).flatMap(([root, type]) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => idRoutesOf(root, field)),
  )
}

function idRoutesOf(root: string, field: GraphQLField<unknown, unknown>): IdRoute[] {
  return field.args.flatMap((arg) => {
    const type = getNamedType(arg.type)
    const inputs = isInputObjectType(type) ? Object.values(type.getFields()) : [arg]
    return inputs.flatMap((input): IdRoute[] => {
      const name = toSnake(input.name)
      const slot = idSlotOf(field.name, name, 'body')
      if (!slot) return []
      // The queries and mutations of all reports share one implementation each.
      const family = field.name.replace(/^(export|save|share)?([A-Z]?\w+)Report$/, '$1*Report')
      return [
        {
          label: `GraphQL ${field.name}, ${input.name}`,
          family: `GraphQL ${family}, ${input.name}`,
          slot,
          request: (ids) => {
            const fields = [
              ...inputs.filter((one) => one !== input).flatMap(sampled),
              `${input.name}: ${literal(input.type, slot.write(ids))}`,
            ]
            const others = field.args.filter((one) => one !== arg).flatMap(sampled)
            const own = isInputObjectType(type) ? [`${arg.name}: {${fields.join(', ')}}`] : [fields.at(-1) ?? '']
            return graphql(`${root} { ${field.name}(${[...own, ...others].join(', ')})${selection(field.type, 2)} }`)
          },
        },
      ]
    })
  })
}

/** What is not in question: what must be there, and the days where there are days. */
function sampled(input: Input): string[] {
  const name = toSnake(input.name)
  const isDay = name === 'start_date' || name === 'end_date'
  // Sharing a report requires recipients.
  if (!isDay && !isNonNullType(input.type) && name !== 'emails') return []
  const sample = samples[name]
  if (sample === undefined) throw new Error(`Say in testing/ids.ts what a good ${name} is.`)
  return [`${input.name}: ${literal(input.type, Array.isArray(sample) ? sample.join(',') : String(sample))}`]
}

function literal(type: GraphQLInputType, written: string): string {
  const inner = getNullableType(type)
  if (isListType(inner))
    return `[${written
      .split(',')
      .map((one) => literal(inner.ofType, one))
      .join(', ')}]`
  if (isEnumType(inner)) return written.toUpperCase()
  return ['Int', 'Long', 'Float'].includes(String(inner)) ? written : JSON.stringify(written)
}

/** Selects a limited number of the response's scalar fields and of its nested objects. */
export function selection(type: GraphQLOutputType, deep: number, most = 8): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter(({ args }) => args.length === 0)
  const plain = fields.filter((one) => isLeafType(getNamedType(one.type))).slice(0, most)
  const within =
    deep > 1 ? fields.filter((one) => isObjectType(getNamedType(one.type))).slice(0, Math.ceil(most / 2)) : []
  const parts = [
    ...plain.map(({ name }) => name),
    ...within.map((one) => `${one.name}${selection(one.type, deep - 1, most)}`),
  ]
  return ` { ${parts.join(' ') || '__typename'} }`
}
