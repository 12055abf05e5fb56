import {
  type Day,
  doneText,
  formatMonth,
  formatShortDay,
  type GoalState,
  pluralize,
  type ReportAnswer,
} from '@leaselight/model'
import type { PaceOfGoal } from './queries'

const verbs: Readonly<Record<GoalState, string | null>> = {
  upcoming: null,
  early: null,
  thin: null,
  behind: 'are behind the goal',
  possible: 'can still reach the goal',
  onPace: 'are on pace for the goal',
  ahead: 'are ahead of the goal',
  reached: 'have reached the goal',
  missed: 'missed the goal',
}

/** `Leases are behind the goal for Nov: 94 of 154 by Nov 22.`, then `3 of 22 properties are behind.` */
export function goalsAnswer(
  { properties, label, asOf, total, own, without }: PaceOfGoal,
  month: string,
  today: Day,
): ReportAnswer {
  const name = formatMonth(`${month}-01`, today)
  const by = asOf === null ? '' : ` by ${formatShortDay(asOf)}`
  const verb = verbs[total.state]
  const sentences = verb
    ? [`${label} ${verb} for ${name}: ${doneText(total)}${by}.`]
    : [`${label} in ${name}: ${doneText(total)}${by}.`, 'It is too early to say more.']
  const sum = properties.reduce((all, { target }) => all + target, 0)
  const adds =
    own !== null && sum > 0 && sum !== total.target
      ? `The properties’ goals add up to ${sum.toLocaleString('en-US')}.`
      : ''
  const otherwise = [
    adds,
    whoIsBehind(properties.map(({ state }) => state)),
    own === null || properties.length > 0 ? withoutGoal(without) : '',
  ]
    .filter(Boolean)
    .join(' ')
  return { sentences, otherwise, changes: [], named: [] }
}

/** Who is behind besides all together, where more than one property has a goal. */
function whoIsBehind(states: readonly GoalState[]): string {
  const number = states.filter((state) => state === 'behind').length
  const unknown = states.filter((state) => ['upcoming', 'early', 'thin'].includes(state)).length
  if (states.length < 2 || (number === 0 && states.every((state) => state === 'upcoming' || state === 'early')))
    return ''
  if (number > 0)
    return `${number} of ${pluralize(states.length, 'property', 'properties')} ${number === 1 ? 'is' : 'are'} behind.`
  return unknown > states.length / 2
    ? 'Most properties have too few to say who is behind.'
    : 'No property alone is behind.'
}

const withoutGoal = (number: number): string =>
  number > 0 ? `${pluralize(number, 'property has', 'properties have')} no goal.` : ''
