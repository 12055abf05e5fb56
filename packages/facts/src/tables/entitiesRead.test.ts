import { expect, it } from 'vitest'
import { entitiesRead } from './entitiesRead'

it('tells whose records a statement reads, also where they are in another table', () => {
  expect(entitiesRead('SELECT 1')).toEqual([])
  expect(entitiesRead('SELECT count() FROM calls FINAL WHERE property_id IN (SELECT id FROM properties)')).toEqual([
    'calls',
    'properties',
  ])
  expect(entitiesRead('SELECT id FROM call_lines')).toEqual(['calls', 'transcripts'])
  expect(entitiesRead('SELECT id FROM prospect_marks FINAL')).toEqual(['prospects'])
  expect(entitiesRead('SELECT * FROM at_hand.prospects_1_2 AS people')).toEqual(['prospects'])
  expect(entitiesRead('SELECT spans FROM home_spans FINAL')).toEqual(['leases'])
})
