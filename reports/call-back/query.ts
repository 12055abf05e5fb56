import {
  measureOf,
  measuresFor,
  nullIfEmpty,
  raw,
  WAITS_FOR,
  waitingPeople,
  waitingPeopleAtStake,
} from '@leaselight/engine'
import { callBack } from './report'

export default measuresFor(
  callBack,
  (context) => {
    const people = measureOf(waitingPeople(context))
    return {
      people,
      missedCalls: people.where`missed`,
      questions: people.where`asked`,
      tours: people.where`toured`,
    }
  },
  (context) => ({
    measure: measureOf(waitingPeopleAtStake(context)),
    countedMeasure: measureOf(waitingPeople(context)),
    order: raw('rent * chance DESC NULLS LAST, waiting_at'),
    fields: {
      name: nullIfEmpty('name'),
      reason: WAITS_FOR,
      since: raw(`concat(replaceOne(toString(waiting_at), ' ', 'T'), 'Z')`),
      phone: nullIfEmpty('phone'),
      email: nullIfEmpty('email'),
      source: raw(`if(trimBoth(source) = '', 'Unknown', trimBoth(source))`),
      rent: raw('rent'),
      chance: raw('chance'),
      atStake: raw('rent * chance'),
    },
  }),
)
