import { measureOf, measuresFor, unitMeasures, unitsOn, unitsOnSliceEnds } from '@leaselight/engine'
import { dayAt } from '@leaselight/model'
import { occupancy } from './report'

export default measuresFor(occupancy, (context) => {
  const { properties, now, cutDays } = context
  // As-of reports use each property's own date.
  const home = cutDays
    ? measureOf(unitsOnSliceEnds(context)).dated('on_at')
    : measureOf(
        unitsOn(
          context,
          properties.map(({ id, timeZone }) => ({ id, day: dayAt(now.getTime(), timeZone) })),
        ),
      )
  return {
    ...unitMeasures(home),
    bedrooms: home.shared('bedrooms'),
    area: home.average('area_sqft'),
  }
})
