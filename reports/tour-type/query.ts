import { applicationsAfterVisits, leasesAfterVisits, setsFor, visits } from '@leaselight/engine'
import { tourType } from './report'

export default setsFor(
  tourType,
  (context) => ({
    visits: visits(),
    applications: applicationsAfterVisits(context),
    leases: leasesAfterVisits(context),
  }),
  undefined,
  ({ properties }) =>
    properties.some((property) => property.isYardiCustomer)
      ? ['Applications and leases of properties that use Yardi come from Yardi.']
      : [],
)
