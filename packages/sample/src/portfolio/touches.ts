import { DAY, HOUR, type Local } from './calendar'
import type { SampleProperty } from './property'
import type { Contact, SourceProfile } from './sources'

/** What is known of a prospect at the first contact. */
interface Created {
  id: number
  source: SourceProfile
  contact: Contact
  created: Local
}

/** Other sources that reached the prospect before; most had only one and need no record of it. */
export function leaveTouches({ id, source, created, contact }: Created, place: SampleProperty): void {
  const { random, calendar, setting, id: property } = place
  const web = contact[1] !== 'call' && contact[1] !== 'walk-in'
  if (web && random.chance(0.4)) {
    setting.out.push('web_sessions', {
      id: setting.out.id('web_sessions'),
      property_id: property,
      source: source.name,
      started_at: calendar.iso(created - random.int(60, 1500)),
      page_views: 1 + random.poisson(4),
      prospect_id: id,
    })
  }
  if (!random.chance(0.34)) return
  const push = (name: string, touched: Local) =>
    setting.out.push('touches', {
      id: setting.out.id('touches'),
      property_id: property,
      prospect_id: id,
      source: name,
      touched_at: calendar.iso(touched),
    })
  for (let left = 1 + random.poisson(0.7); left > 0; left--) {
    push(random.pick(place.sources).name, created - random.int(HOUR, 21 * DAY))
  }
  push(source.name, created)
}
