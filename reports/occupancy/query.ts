import { measureOf, measuresFor, unitMeasures, unitsOn } from '@leaselight/engine'
import { dayAt } from '@leaselight/model'
import { occupancy } from './report'

export default measuresFor(occupancy, ({ companyId, properties, now }) => {
  // As-of reports use each property's own date.
  const home = measureOf(
    unitsOn(
      companyId,
      properties.map(({ id, timeZone }) => ({ id, day: dayAt(now.getTime(), timeZone) })),
    ),
  )
  return {
    ...unitMeasures(home),
    bedrooms: home.only('bedrooms'),
    area: home.average('area_sqft'),
  }
})
