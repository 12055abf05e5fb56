import {
  instantText,
  measureOf,
  measuresFor,
  raw,
  WAITS_FOR,
  waitingPeople,
  waitingPeopleAtStake,
} from '@leaselight/engine'
import { callBack } from './report'

const query = measuresFor(
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
    countedBy: 'people',
    order: raw('rent * chance DESC NULLS LAST, waiting_at'),
    fields: {
      reason: WAITS_FOR,
      since: instantText('waiting_at'),
      source: raw(`if(trimBoth(source) = '', 'Unknown', trimBoth(source))`),
      rent: raw('rent'),
      chance: raw('chance'),
      atStake: raw('rent * chance'),
    },
    contacts: { name: 'name', phone: 'phone', email: 'email' },
  }),
)

export default { ...query, learns: 'stakes' as const }
