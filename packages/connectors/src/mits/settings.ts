import { z } from 'zod'
import { inputErrorOf, parseJson } from '../inputErrors'
import { isKnownType, typeKey } from './eventKinds'

const MAX_NAME = 200
const id = z.int('must be an id of ours, a whole number').positive('must be an id of ours, 1 or more')
const name = z.string().max(MAX_NAME)

const shape = z
  .strictObject({
    system: name.min(1, 'must not be empty').default('mits'),
    properties: z
      .record(name, id)
      .refine(
        (map) => Object.keys(map).length > 0,
        'must name one property at least, such as {"maple": 11} or {"*": 11}',
      ),
    sources: z.record(name, name).default({}),
    agents: z.record(name, id).default({}),
    events: z
      .record(
        name,
        z
          .string()
          .refine(
            (type) => type === 'ignore' || isKnownType(type),
            'must be an event type of the standard, such as Show, or "ignore"',
          ),
      )
      .default({}),
    undirected: z.enum(['by-agent', 'inbound', 'outbound', 'refuse']).default('by-agent'),
  })
  .transform(({ events, properties, ...rest }) => ({
    ...rest,
    // Systems are inconsistent about the case of their codes.
    properties: new Map(Object.entries(properties).map(([code, property]) => [code.trim().toLowerCase(), property])),
    events: new Map(Object.entries(events).map(([type, meaning]) => [typeKey(type) || type, meaning])),
    sources: new Map(Object.entries(rest.sources)),
    agents: new Map(Object.entries(rest.agents)),
  }))

/**
 * What a Lead Management file leaves open: which property each of its properties is (`*` = all others) and, where they
 * differ, the names of sources, agents and event types. `undirected` decides about an `Email`, `Text` or `Call` that
 * doesn't say who wrote or called.
 */
export type MitsSettings = z.output<typeof shape>

/** Reads the settings from JSON text or an object; an InputError says in a sentence what is wrong with them. */
export function parseMitsSettings(input: unknown): MitsSettings {
  const parsed = shape.safeParse(parseJson(input, 'The property map'))
  if (parsed.success) return parsed.data
  throw inputErrorOf(parsed.error, 'The property map')
}
