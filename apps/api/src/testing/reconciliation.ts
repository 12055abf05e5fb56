import type { addReconciliation } from '@leaselight/state'
import type { StoredContent } from '../reconcile/compare'

/** A reconciliation of one visit, as a user's file brings it. */
export function storedVisits(
  { company_id: companyId = 1, user_id: userId }: { company_id?: number; user_id: number },
  name: string,
  propertyId: number,
): Parameters<typeof addReconciliation>[1] {
  const person = { id: '', name, email: '', phone: '', unit: '', source: '' }
  const content: StoredContent = {
    ...{ form: 'records', lines: ['visits'], propertyIds: [propertyId], totals: [] },
    records: [{ row: 2, line: 'visits', propertyId, day: '2026-03-10', ...person }],
  }
  return {
    ...{ companyId, createdBy: userId, fileName: `${name}.csv`, startOn: '2026-03-08', endOn: '2026-03-14' },
    ...{ madeAt: null, mapping: {}, columns: [], hasSources: false, content, leftOut: [] },
    found: [{ propertyId, lines: 1, differing: 1, records: 1, unexplained: 0 }],
  }
}
