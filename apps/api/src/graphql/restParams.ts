import { type RawParams, toSnake } from '@leaselight/model'
import { parseParams } from '../http/params'

/** GraphQL's input in the words of REST, which both are read from. */
export const toRestParams = (input: Readonly<Record<string, unknown>>): RawParams =>
  parseParams(Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnake(name), value])))
