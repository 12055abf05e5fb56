import { kinds, knowingTheirProspects, type RecordKind, recordsOf, setsFor } from '@leaselight/engine'
import { isPaid, topmostSource } from './families'
import { monthOfPeriod } from './months'
import { adSpend } from './report'
import { spending } from './spending'

export default setsFor(adSpend, (context) => {
  const { filters, sources } = context
  const records = (kind: RecordKind) => {
    const source = kind.source ?? `''`
    const all = recordsOf({
      ...kind,
      keys: { 'source-parent': topmostSource(source, sources), month: monthOfPeriod(kind, context) },
    })
    if (filters.sourceByView === 'ALL') return all
    const paid = isPaid(source, sources)
    return filters.sourceByView === 'PAID' ? all.where`${paid}` : all.where`NOT ${paid}`
  }
  const people = records(kinds.prospects).onOwnDay()
  return {
    spend: records(spending(context)).dated('spent_at').sum('amount'),
    leads: people.of('everyone'),
    prospects: people.of('prospects'),
    visits: records(knowingTheirProspects(kinds.visits)),
    leases: records(knowingTheirProspects(kinds.leases)).where`kind = 'new' AND cancelled_at IS NULL`,
  }
})
