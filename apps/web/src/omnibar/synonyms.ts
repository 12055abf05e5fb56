import type { Column } from '@leaselight/model'
import { normalize } from './text'

/** What else the trade calls what a column's label names. A report adds its own with `words`. */
const SYNONYMS: readonly [term: RegExp, words: readonly string[]][] = [
  [/\bleads?\b/, ['inquiries', 'guest cards', 'demand']],
  [/\bprospects?\b/, ['people', 'shoppers']],
  [/\bfollow-ups?\b/, ['outreach', 'contacts', 'touches']],
  [/\bappointments?\b|\bscheduled\b|\bbooked\b/, ['bookings', 'booked tours']],
  [/\bvisit(s|ed)?\b|\bshows?\b|\bmet\b/, ['tours', 'showings', 'traffic']],
  [/\bself-guided\b|\bin person\b|\blive video\b|\btour\b|\bcompleted\b/, ['tours', 'showings', 'visits']],
  [/\bapplications?\b|\bappl(y|ied|ying)\b/, ['applicants', 'apps']],
  [/\bleases?\b|\bleased\b/, ['signed', 'deals', 'contracts']],
  [
    /\bclosing\b|\bconversions?\b|\brate\b|\bper (lead|prospect|visit|call|session)\b/,
    ['conversion', 'closing', 'ratio'],
  ],
  [/\bcalls?\b|\bvoicemail\b|\btalk\b|\boff hours\b/, ['phone', 'rings']],
  [/\banswered\b/, ['picked up', 'pickup', 'phone']],
  [/\bunanswered\b|\bstill to call\b|\bcall back\b/, ['waiting', 'ignored', 'open', 'no reply']],
  [/\bmissed\b|\bnever\b/, ['unanswered', 'no reply', 'ignored']],
  [
    /\bto answer\b|\bmedian\b|\bpercentile\b|\bwithin\b|\breply\b|\bduration\b/,
    ['slow', 'wait', 'reply', 'response', 'speed'],
  ],
  [/\bspend\b|\bcost\b|\$/, ['money', 'budget', 'price', 'marketing', 'advertising']],
  [/\bposted\b|\blive\b|\bflagged\b/, ['ads', 'listings']],
  [/\boccupied\b|\bleased %/, ['occupancy', 'full']],
  [/\bvacan(t|cy)\b|\bto rent\b|\bexposure\b/, ['empty', 'available', 'availability']],
  [/\bnotices?\b/, ['moving out', 'notice to vacate', 'ntv']],
  [/\bexpiring\b|\bundecided\b/, ['lease end', 'ending leases']],
  [/\brenew(al|als|ed)?\b/, ['retention', 'staying', 'resigned']],
  [/\bmove-ins?\b/, ['arrivals', 'new residents']],
  [/\bmove-outs?\b|\bmoved out\b/, ['departures', 'turnover']],
  [/\brent\b/, ['price', 'rate']],
  [/\blost\b|\bbooking %|\bafter\b/, ['loss', 'dropped', 'reasons']],
  [/\bscore\b|\bgreen\b|\byellow\b|\bred\b/, ['engagement', 'quality', 'health']],
  [/\bmentions\b/, ['topics', 'intents']],
  [
    /\benrolled\b|\bdelivered\b|\bopened\b|\breplied\b|\bopted out\b|\bsent\b/,
    ['drip', 'campaign', 'nurture', 'emails'],
  ],
  [/\bunresolved\b|\bno-show\b/, ['ghosted', 'did not come', 'outcome']],
  [/\bscan(s|ned)?\b|\bvalid\b|\bfraud\b/, ['identity', 'id check', 'verification']],
  [
    /\bfemale\b|\bmale\b|\bgender\b|^\d+\D\d+ %|\bage\b|\bunder 35\b|\b35 or older\b/,
    ['age', 'gender', 'demographics'],
  ],
  [/\bconversations?\b|\bhours saved\b|\bout of hours\b|\bai\b/, ['bot', 'assistant', 'automation']],
  [/\bsessions?\b|\bpage views\b|\bpages\b/, ['web', 'site', 'traffic', 'visitors']],
  [/\btexts?\b|\bsms\b/, ['messages', 'text messages']],
  [/\bunits?\b/, ['homes', 'apartments']],
]

/** What else people call a column: its own words, and those of the trade for what its label names. */
export function otherWordsOf({ label, words = [] }: Pick<Column, 'label' | 'words'>): string[] {
  const named = normalize(label)
  return [...new Set([...words, ...SYNONYMS.flatMap(([term, others]) => (term.test(named) ? others : []))])]
}
