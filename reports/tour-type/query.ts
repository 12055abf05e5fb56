import { applicationsAfterVisits, leasesAfterVisits, measuresFor, type QueryContext, visits } from '@leaselight/engine'
import { tourType } from './report'

const hasYardi = ({ properties }: QueryContext): boolean => properties.some((property) => property.isYardiCustomer)

export default {
  ...measuresFor(
    tourType,
    (context) => ({
      visits: visits(),
      applications: applicationsAfterVisits(context),
      leases: leasesAfterVisits(context),
    }),
    undefined,
    (context) => (hasYardi(context) ? ['Applications and leases of properties that use Yardi come from Yardi.'] : []),
  ),
  marks: (context: QueryContext) => ({ isYardiCustomer: hasYardi(context) }),
}
