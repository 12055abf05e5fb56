import { measuresFor, sql, visits } from '@leaselight/engine'
import { formatCell } from '@leaselight/model'
import { idVerification } from './report'

export default measuresFor(
  idVerification,
  ({ filters: { averageFraudRate, averageFraudCost } }) => {
    const scanned = visits().where`id_scanned_at IS NOT NULL`
    return {
      visits: visits(),
      visitsWithScan: scanned,
      // A scan without a result wasn't valid.
      validScans: scanned.where`ifNull(id_scan_valid, 0)`,
      invalidScans: scanned.where`NOT ifNull(id_scan_valid, 0)`,
      fraudExposure: visits().where`id_scanned_at IS NULL`.sum(
        sql`toDecimal128(toFloat64(${averageFraudRate * averageFraudCost}), 10)`,
      ),
    }
  },
  undefined,
  ({ filters: { averageFraudRate, averageFraudCost } }) => [
    `Fraud exposure assumes that ${formatCell(averageFraudRate, 'percent')} of visits without a scan are frauds and that one costs ${formatCell(averageFraudCost, 'money')}.`,
  ],
)
