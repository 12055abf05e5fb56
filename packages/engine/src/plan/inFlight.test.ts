import { QueryCancelled } from '@leaselight/facts'
import { expect, it } from 'vitest'
import { InFlight } from './inFlight'

/** Work that ends when the test says so, and notes how often it ran and whether it was stopped. */
function controlledWork() {
  const runs: { resolve: (answer: string) => void; reject: (error: Error) => void; signal: AbortSignal }[] = []
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ resolve, reject, signal })
      signal.addEventListener('abort', () => reject(new QueryCancelled('The question was cancelled.')))
    })
  return { runs, work }
}

it('runs the same work once for all who want it at the same time', async () => {
  const shared = new InFlight<string>()
  const { runs, work } = controlledWork()
  const answers = Promise.all([shared.share('a', work), shared.share('a', work), shared.share('b', work)])
  expect(runs).toHaveLength(2)
  runs[0]?.resolve('first')
  runs[1]?.resolve('other')
  expect(await answers).toEqual(['first', 'first', 'other'])
  // A later caller gets work of their own.
  const later = shared.share('a', work)
  expect(runs).toHaveLength(3)
  runs[2]?.resolve('again')
  expect(await later).toBe('again')
})

it('stops the work when the last caller has left, not before', async () => {
  const shared = new InFlight<string>()
  const { runs, work } = controlledWork()
  const [one, two] = [new AbortController(), new AbortController()]
  const answers = [shared.share('a', work, one.signal), shared.share('a', work, two.signal)]
  one.abort()
  await expect(answers[0]).rejects.toThrow(QueryCancelled)
  expect(runs[0]?.signal.aborted).toBe(false)
  two.abort()
  await expect(answers[1]).rejects.toThrow(QueryCancelled)
  expect(runs[0]?.signal.aborted).toBe(true)
  // A new caller doesn’t join work that is being stopped.
  const next = shared.share('a', work)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve('new')
  expect(await next).toBe('new')
})

it('gives a failure to every caller and starts anew for the next', async () => {
  const shared = new InFlight<string>()
  const { runs, work } = controlledWork()
  const answers = [shared.share('a', work), shared.share('a', work)]
  runs[0]?.reject(new Error('The engine is away.'))
  for (const answer of answers) await expect(answer).rejects.toThrow('The engine is away.')
  const next = shared.share('a', work)
  runs[1]?.resolve('back')
  expect(await next).toBe('back')
  const left = new AbortController()
  left.abort()
  await expect(shared.share('a', work, left.signal)).rejects.toThrow(QueryCancelled)
  expect(runs).toHaveLength(2)
})

it('goes on without callers where others can use the work later', async () => {
  const shared = new InFlight<string>('goes on')
  const { runs, work } = controlledWork()
  const leaves = new AbortController()
  const left = shared.share('a', work, leaves.signal)
  leaves.abort()
  await expect(left).rejects.toThrow(QueryCancelled)
  const next = shared.share('a', work)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve('found')
  expect(await next).toBe('found')
})
