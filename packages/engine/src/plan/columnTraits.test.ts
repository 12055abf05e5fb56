import { assumedDelays } from '@leaselight/model'
import { describe, expect, it } from 'vitest'
import { fromSelect } from '../records/definition'
import { recordTypes } from '../records/recordTypes'
import { laterOf } from './columnTraits'
import { measureOf, visits } from './measures'
import { sql } from './sql'

const delays = { ...assumedDelays, visits: { median: 4, most: 60 } }

describe('what a measure counts that is still to come', () => {
  const people = measureOf(
    fromSelect({ ...recordTypes.visits, later: { visited: 'visits', leased: 'leases' }, select: sql`SELECT 1` }),
  )

  it('is what its conditions ask, the slowest of several', () => {
    expect(laterOf(people, delays)).toBeNull()
    expect(laterOf(people.where`uses_tour_app`, delays)).toBeNull()
    expect(laterOf(people.where`NOT leased AND unit_shown`, delays)).toBe('leases')
    expect(laterOf(people.where`leased`.where`visited`, delays)).toBe('visits')
  })

  it('is what all of its records are', () => {
    const later = fromSelect({ ...recordTypes.visits, later: 'applications', select: sql`SELECT 1` })
    expect(laterOf(measureOf(later).where`uses_tour_app`, delays)).toBe('applications')
    expect(laterOf(visits(), delays)).toBeNull()
  })
})
