import { type GoalPace, goalTone } from '@leaselight/model'

/** So many of those behind are marked: where all are marked, none is. */
const MARKED = 3

/** The goals to mark among some, of which those furthest behind come first. */
export const markedOf = <G extends Pick<GoalPace, 'state'>>(goals: readonly G[]): ReadonlySet<G> =>
  new Set(goals.filter(({ state }) => goalTone(state) === 'bad').slice(0, MARKED))
