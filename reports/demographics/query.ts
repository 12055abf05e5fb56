import { measureOf, measuresFor, visitorsWithScannedId } from '@leaselight/engine'
import { demographics } from './report'

export default measuresFor(demographics, (context) => {
  const seen = measureOf(visitorsWithScannedId(context)).byProspect()
  return {
    total: seen,
    female: seen.where`gender = 'female'`,
    male: seen.where`gender = 'male'`,
    genderUnknown: seen.where`gender NOT IN ('female', 'male')`,
    age18To24: seen.where`age = '18-24'`,
    age25To34: seen.where`age = '25-34'`,
    age35To44: seen.where`age = '35-44'`,
    age45To54: seen.where`age = '45-54'`,
    age55To64: seen.where`age = '55-64'`,
    age65Plus: seen.where`age = '65+'`,
    ageUnknown: seen.where`age = ''`,
  }
})
