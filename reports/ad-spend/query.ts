import {
  adSpending,
  measureOf,
  measuresFor,
  type RecordType,
  recordTypes,
  withProspectFields,
} from '@leaselight/engine'
import { isPaid, topmostSource } from './families'
import { monthOfPeriod } from './months'
import { adSpend } from './report'

export default measuresFor(adSpend, (context) => {
  const { filters, sources } = context
  const records = (kind: RecordType) => {
    const source = kind.source ?? `''`
    const all = measureOf({
      ...kind,
      keys: { 'source-parent': topmostSource(source, sources), month: monthOfPeriod(kind, context) },
    })
    if (filters.sourceByView === 'ALL') return all
    const paid = isPaid(source, sources)
    return filters.sourceByView === 'PAID' ? all.where`${paid}` : all.where`NOT ${paid}`
  }
  const people = records(recordTypes.prospects).onOwnDay()
  return {
    spend: records(adSpending(context)).dated('spent_at').sum('amount'),
    leads: people.of('everyone'),
    prospects: people.of('prospects'),
    visits: records(withProspectFields(recordTypes.visits)),
    leases: records(withProspectFields(recordTypes.leases)).where`kind = 'new' AND cancelled_at IS NULL`,
  }
})
