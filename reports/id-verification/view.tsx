import { formatCell, pluralize, type TotalOf } from '@leaselight/model'
import { AssumptionInput, Card, SideBySide } from '@leaselight/ui/views'
import { useEffect, useState } from 'react'
import type { ReportViewProps } from '../views'
import type { idVerification } from './report'

const LIKELY_RATE = 25
const LIKELY_COST = 20_000

/** The possible cost of visits without a scan, under assumptions that users can change. */
export default function IdVerificationView({
  state,
  result,
  stale,
  onFilters,
  leadWith,
  table,
  charts,
}: ReportViewProps) {
  const { averageFraudRate, averageFraudCost } = state.filters
  const [rate, setRate] = useState(averageFraudRate)
  const [cost, setCost] = useState(averageFraudCost)
  useEffect(() => setRate(averageFraudRate), [averageFraudRate])
  useEffect(() => setCost(averageFraudCost), [averageFraudCost])
  const { visits, visitsWithScan }: TotalOf<typeof idVerification> = result.total
  const unscanned = (visits ?? 0) - (visitsWithScan ?? 0)
  return (
    <>
      {leadWith(
        <Card
          title={`${formatCell(unscanned * rate * cost, 'money')} might be lost to ${pluralize(unscanned, 'visit')} without a scan`}
          description="An estimate: visits without a scan × the share of frauds among them × the cost of one"
          stale={stale}
        >
          <SideBySide small>
            <AssumptionInput
              label="Average fraud rate"
              description="How many of 100 visits without a scan are fraud."
              value={Math.round(rate * 1000) / 10}
              min={0}
              max={100}
              step={0.5}
              sliderMax={LIKELY_RATE}
              suffix="%"
              onInput={(value) => setRate(value / 100)}
              onCommit={(value) => value / 100 !== averageFraudRate && onFilters({ averageFraudRate: value / 100 })}
            />
            <AssumptionInput
              label="Average fraud cost"
              description="What one fraud costs, in dollars."
              value={cost}
              min={0}
              max={10_000_000}
              step={500}
              sliderMax={LIKELY_COST}
              prefix="$"
              onInput={setCost}
              onCommit={(value) => value !== averageFraudCost && onFilters({ averageFraudCost: value })}
            />
          </SideBySide>
        </Card>,
      )}
      {table}
      {charts}
    </>
  )
}
