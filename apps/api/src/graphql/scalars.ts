import { GraphQLError, GraphQLList, GraphQLNonNull, type GraphQLNullableType, GraphQLScalarType, Kind } from './library'

/** Clients that take ids for GraphQL's own ID send them as text. */
const WRITTEN = /^-?\d{1,16}$/

const wholeNumber = (given: unknown): number => {
  const value = typeof given === 'string' && WRITTEN.test(given) ? Number(given) : given
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new GraphQLError('An id or count must be a whole number below 2^53.')
}

/** Ids and counts reach 2^53; GraphQL's own Int ends at 2^31. */
export const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  description:
    'A whole number below 2^53, as a JSON number: ids and counts. Map it to `number` in TypeScript, to a 64-bit integer elsewhere.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7493#section-2.2',
  serialize: wholeNumber,
  parseValue: wholeNumber,
  parseLiteral: (node) => wholeNumber(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined),
})

/** A grouping value as it is stored. It only occurs in results, so it can't be parsed. */
export const Key = new GraphQLScalarType<never, string | number>({
  name: 'Key',
  description:
    'What a row is grouped by: a JSON number (an hour, a weekday) or a JSON string. Map it to `string | number` in TypeScript.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-3',
  serialize: (value) => {
    if (typeof value === 'string' || typeof value === 'number') return value
    throw new GraphQLError('A key must be a number or a text.')
  },
})

/** `[Type!]!` */
export const nonNullList = <T extends GraphQLNullableType>(type: T) =>
  new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))

/** `Type!` */
export const nonNull = <T extends GraphQLNullableType>(type: T) => new GraphQLNonNull(type)
