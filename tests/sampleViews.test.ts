import { SAMPLE_PASSWORD, sampleUsers } from '@leaselight/sample'
import { expect, it } from 'vitest'
import { samplePassword, sampleViews } from '../apps/web/src/shell/sampleUsers'

it('offers to explore the sample as people who can sign in to it', () => {
  const usable = sampleUsers().filter((user) => !user.must_change && !user.is_deleted)
  expect(usable.map(({ username }) => username)).toEqual(expect.arrayContaining(Object.keys(sampleViews)))
  expect(samplePassword).toBe(SAMPLE_PASSWORD)
})
