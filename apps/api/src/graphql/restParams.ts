import { type RawParams, toSnake } from '@leaselight/model'
import { parseParams } from '../http/params'

/** GraphQL's input as REST's parameters, from which both APIs parse a report's state. */
export const toRestParams = (input: Readonly<Record<string, unknown>>): RawParams =>
  parseParams(Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnake(name), value])))
