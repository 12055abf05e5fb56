import { Activity, type DerivationEnd } from '@leaselight/facts'
import { expect, it } from 'vitest'
import { logDerivations } from './derivations'

it('logs when a derived table begins to fail and when it works again, however often it is tried', () => {
  const lines: unknown[][] = []
  const add = (...line: unknown[]) => void lines.push(line)
  const activity = new Activity()
  const stop = logDerivations({ activity }, { info: add, warn: add })
  const ends = (companyId: number, outcome: DerivationEnd['outcome']) =>
    activity.derivation({ table: 'home_spans', companyId, seconds: 1, outcome, error: new Error('disk full') })
  for (const outcome of ['ok', 'failed', 'failed', 'failed', 'ok', 'ok', 'impossible'] as const) ends(1, outcome)
  ends(2, 'failed')
  stop()
  ends(3, 'failed')
  const began = (companyId: number) => [
    { table: 'home_spans', companyId, reason: 'disk full' },
    'a derived table can’t be worked out',
  ]
  const works = [{ table: 'home_spans', companyId: 1 }, 'a derived table is worked out again']
  expect(lines).toEqual([began(1), works, began(1), began(2)])
})
