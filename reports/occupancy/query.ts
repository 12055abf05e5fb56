import { homes, recordsOf, setsFor } from '@leaselight/engine'
import { dayAt } from '@leaselight/model'
import { occupancy } from './report'
import { homesCounted } from './sets'

export default setsFor(occupancy, ({ companyId, properties, now }) => {
  // As-of reports stand on each property's own date.
  const home = recordsOf(
    homes(
      companyId,
      properties.map(({ id, timeZone }) => ({ id, day: dayAt(now.getTime(), timeZone) })),
    ),
  )
  return {
    ...homesCounted(home),
    bedrooms: home.only('bedrooms'),
    area: home.average('area_sqft'),
  }
})
