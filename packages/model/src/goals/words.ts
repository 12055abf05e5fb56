import type { GoalPace, GoalProgress, GoalState } from './pace'

/** What a state is called beside a number. */
export const goalStateLabels: Readonly<Record<GoalState, string>> = {
  upcoming: 'Not begun',
  early: 'Too early to say',
  thin: 'Too few to say',
  behind: 'Behind',
  possible: 'Still possible',
  onPace: 'On pace',
  ahead: 'Ahead',
  reached: 'Reached',
  missed: 'Missed',
}

/** The rule, for those who read a judged goal. */
export const GOAL_RULE =
  'Behind means that the days left would have to bring more than is usual after the days so far. Nothing is said in the first 7 days of a month, nor while both what is done and what is missing are under 10.'

/** What a state's color says; null where it has none. */
export const goalTone = (state: GoalState): 'good' | 'bad' | null =>
  state === 'behind' || state === 'missed' ? 'bad' : state === 'reached' || state === 'ahead' ? 'good' : null

/** `0.7`, `12`, `under 0.1` */
export function rateText(rate: number): string {
  if (rate > 0 && rate < 0.05) return 'under 0.1'
  if (rate < 9.95) return rate.toFixed(1).replace(/\.0$/, '')
  return Math.round(rate).toLocaleString('en-US')
}

/** `14 of 22` */
export const doneText = ({ done, target }: Pick<GoalProgress, 'done' | 'target'>): string =>
  `${done.toLocaleString('en-US')} of ${target.toLocaleString('en-US')}`

/** `14 of 22 · needs 0.7 a day, does 0.5` */
export function paceText(pace: GoalPace): string {
  const { state } = pace
  const rest = state === 'reached' || state === 'missed' ? goalStateLabels[state].toLowerCase() : ratesText(pace)
  return [doneText(pace), rest].filter(Boolean).join(' · ')
}

/** `needs 0.7 a day, does 0.5`; empty once the goal is reached or missed. */
export function ratesText({ state, needsPerDay, doesPerDay }: GoalPace): string {
  if (needsPerDay === null || state === 'reached' || state === 'missed') return ''
  const needs = `needs ${rateText(needsPerDay)} a day`
  return doesPerDay === null || state === 'early' || state === 'thin' ? needs : `${needs}, does ${rateText(doesPerDay)}`
}

/** What a mail says: `behind at 4 of 24`. */
export const behindText = (pace: GoalPace): string => `behind at ${doneText(pace)}`
