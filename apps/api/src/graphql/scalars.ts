import { GraphQLError, GraphQLList, GraphQLNonNull, type GraphQLNullableType, GraphQLScalarType, Kind } from './library'

const check = (value: unknown): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new GraphQLError('An id or count must be a whole number below 2^53.')
}

/** Ids and counts go to 2^53; GraphQL's own Int ends at 2^31. */
export const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  description: 'A whole number below 2^53, as a JSON number: ids and counts.',
  serialize: check,
  parseValue: check,
  parseLiteral: (node) => check(node.kind === Kind.INT ? Number(node.value) : undefined),
})

/** What rows are grouped by, as it is: nothing of ours takes it in, so it has no form as input. */
export const Key = new GraphQLScalarType<never, string | number>({
  name: 'Key',
  description: 'What a row stands for: a number (an hour, a weekday) or a text.',
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
