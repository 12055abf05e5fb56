import {
  comparePeers,
  dayCount,
  displayedEvidence,
  type PeerComparison,
  type ReportResult,
  type Row,
} from '@leaselight/model'
import { traitsOf } from './columnTraits'
import { type JudgingContext, perDay } from './judging'
import type { Totals } from './resultBuilder'

/**
 * Ranks the properties of a result among each other, by the evidence that judges their changes.
 * @param whole the totals that shares are of
 */
export function peersOf(
  context: JudgingContext,
  { rows, total }: Pick<ReportResult, 'rows' | 'total'>,
  whole: Totals,
): PeerComparison {
  const { report, state, scope, measures, delays } = context
  const traits = traitsOf(report, measures, scope.plan.byCreated, delays)
  const days = scope.periods ? dayCount(scope.periods.current) : 1
  const evidenceOf = (row: Row, key: string) => {
    const [numbers, spreads] = [context.numbers(row.key).current, context.spreads(row.key).current]
    const evidence = displayedEvidence(report, key, state, { numbers, total: whole.current, spreads })
    const own = traits.get(key)
    return own ? perDay(own, days, evidence) : evidence
  }
  return comparePeers(report, state, { rows, total, properties: scope.properties, evidenceOf })
}

/** Of a comparison over more properties, the part about some rows. */
export function peersAmong(rows: readonly Row[], { peers }: Pick<ReportResult, 'peers'>): Pick<ReportResult, 'peers'> {
  if (!peers) return {}
  const keys = new Set(rows.map(({ key }) => key))
  return { peers: { ...peers, rows: peers.rows.filter(({ key }) => keys.has(key)) } }
}
