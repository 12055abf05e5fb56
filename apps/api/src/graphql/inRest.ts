import { type Raw, toSnake } from '@leaselight/model'
import { paramsOf } from '../params'

/** GraphQL's input in the words of REST, which both are read from. */
export const inRest = (input: Readonly<Record<string, unknown>>): Raw =>
  paramsOf(Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnake(name), value])))
