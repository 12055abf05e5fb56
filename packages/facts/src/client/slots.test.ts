import { expect, test } from 'vitest'
import { Slots } from './slots'

test('hands on a place by priority, then in order of arrival, and refuses more than may wait', async () => {
  const slots = new Slots(1, { waiting: 4, refusal: () => new Error('full') })
  const release = await slots.acquire('interactive', undefined, 1_000)
  const order: string[] = []
  const queued = (['background', 'interactive', 'interactive', 'urgent'] as const).map(async (priority, index) => {
    const end = await slots.acquire(priority, undefined, 1_000)
    order.push(`${priority} ${index}`)
    end()
  })
  await expect(slots.acquire('urgent', undefined, 1_000)).rejects.toThrow('full')
  expect(slots.waiting()).toEqual({ interactive: 3, background: 1 })
  release()
  await Promise.all(queued)
  expect(order).toEqual(['urgent 3', 'interactive 1', 'interactive 2', 'background 0'])
})
