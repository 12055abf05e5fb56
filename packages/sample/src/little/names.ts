import type { Fixture } from '../contract'

/**
 * Everything by which a world's people, properties and agents could be known: whole names, and last names of prospects and
 * agents, which stand alone in talk.
 */
export function namesOf({ properties = [], agents = [], prospects = [], users = [] }: Fixture): string[] {
  const whole = (first = '', last = '') => `${first} ${last}`.trim()
  return [
    ...properties.map(({ name }) => name),
    ...agents.flatMap(({ name }) => [name, name.split(' ').at(-1) ?? name]),
    ...prospects.flatMap(({ first_name, last_name = '' }) => [whole(first_name, last_name), last_name]),
    ...users.map(({ first_name, last_name }) => whole(first_name, last_name)),
  ].filter((name) => name !== '')
}
