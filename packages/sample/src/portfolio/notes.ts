import { DAY, dayText } from './calendar'
import { lastSpring, STORIES } from './property'
import { FADING_SOURCE } from './sources'

/** A note that a user of the sample portfolio wrote down. */
export interface SampleNote {
  text: string
  startOn: string
  endOn: string
  propertyIds: number[]
  attribute: string | null
  value: string | null
  /** Who wrote it. */
  userId: number
}

/** Ids count from one. */
const property = (index: number) => ({ propertyIds: [index + 1], attribute: null, value: null })
const company = { propertyIds: [], attribute: null, value: null }

/**
 * What the people of the sample portfolio wrote down around its stories, and a special that runs now.
 * @param today the day that its days count back from
 */
export function sampleNotes(today: string): SampleNote[] {
  const now = Date.parse(`${today}T00:00:00Z`) / (DAY * 1000)
  const days = (start: number, end = start) => ({ startOn: dayText(start), endOn: dayText(end) })
  return [
    {
      text: 'Leads go to one shared inbox from now on',
      ...days(lastSpring(now) - 1),
      ...property(STORIES.slowOffice),
      userId: 2,
    },
    {
      text: `${FADING_SOURCE} moved our listings to its new site`,
      ...days(now - STORIES.fadedDaysAgo - 2, now - STORIES.fadedDaysAgo + 3),
      ...company,
      userId: 1,
    },
    {
      text: 'A leasing agent left; her place is not filled yet',
      ...days(now - STORIES.lunchDaysAgo),
      ...property(STORIES.lunchOffice),
      userId: 2,
    },
    {
      text: 'Special began: one month free on a 12-month lease',
      ...days(now - 5, now + 24),
      propertyIds: [],
      attribute: 'Class',
      value: 'A',
      userId: 1,
    },
  ]
}
