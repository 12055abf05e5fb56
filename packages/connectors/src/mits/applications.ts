import { isoOf } from '../moments'
import { agentField } from './communications'
import type { Decision } from './eventKinds'
import type { DatedEvent, ProspectHistory } from './history'

interface Application {
  submitted: DatedEvent
  decision: { dated: DatedEvent; status: Decision } | undefined
}

/** Applications with their decisions. Returns whether one is still open or approved. */
export function writeApplications(story: ProspectHistory): boolean {
  const made = story.events
    .filter(({ kind }) => kind.does === 'application')
    .map((dated): Application => ({ submitted: dated, decision: undefined }))
  for (const dated of story.events) {
    const { kind, event, moment } = dated
    if (kind.does !== 'decide') continue
    // By day: a decision without an hour sorts before the application of the same day.
    const before = made.filter((one) => one.submitted.moment.day <= moment.day)
    // A later decision replaces an earlier one, such as approved and then canceled.
    const meant = before.findLast(({ decision }) => !decision) ?? before.at(-1)
    if (!meant) {
      story.reject(event, 'EventType', `${event.type} has no application to which it could belong.`)
      continue
    }
    meant.decision = { dated, status: kind.status }
    story.use(dated)
  }
  for (const { submitted, decision } of made)
    story.record('applications', submitted, {
      prospect_id: story.id,
      ...unit(story, submitted),
      ...agentField(story, submitted),
      submitted_at: isoOf(submitted.moment.instant),
      status: decision?.status ?? 'pending',
      status_at: isoOf((decision?.dated ?? submitted).moment.instant),
    })
  return made.some(({ decision }) => !decision || decision.status === 'approved')
}

function unit(story: ProspectHistory, dated: DatedEvent): { unit_id?: number } {
  const name = dated.event.unit || story.prospect.unit
  const id = name ? story.context.reference.unit(story.place.id, name) : undefined
  return id === undefined ? {} : { unit_id: id }
}
