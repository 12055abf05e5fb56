import { createEngine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import type { Viewer } from '@leaselight/model'
import { loadQuery } from '@leaselight/reports/server'
import { sampleNotes, sampleUsers } from '@leaselight/sample'
import { addTimelineNote, listTimelineNotes, type State } from '@leaselight/state'

/** Writes notes on the timeline around the stories of the sample portfolio, where it has none. */
export async function setSampleNotes(facts: Facts, state: State, now: Date): Promise<void> {
  const writer = sampleUsers().find(({ role }) => role === 'admin')
  if (!writer) return
  const viewer: Viewer = { companyId: writer.company_id, userId: writer.user_id, role: writer.role, groupIds: [] }
  const { companyId } = viewer
  if ((await listTimelineNotes(state, companyId)).length > 0) return
  const { today } = await createEngine({ facts, loadQuery, now: () => now }).companyContext(viewer)
  for (const { userId, ...content } of sampleNotes(today))
    await addTimelineNote(state, { companyId, authorId: userId }, content, now)
}
