import { expect, test } from 'vitest'
import { SharedReads } from './sharedReads'

test('answers a crowd with one read that began after they came, also after one that failed', async () => {
  const ends: ((fails?: boolean) => void)[] = []
  const reads = new SharedReads((key: string) => {
    const number = ends.length + 1
    return new Promise<string>((resolve, reject) =>
      ends.push((fails) => (fails ? reject(new Error('away')) : resolve(`${key} ${number}`))),
    )
  })
  const first = reads.get('a')
  const crowd = [reads.get('a'), reads.get('a')]
  const other = reads.get('b')
  expect(ends).toHaveLength(2)
  ends[0]?.(true)
  await expect(first).rejects.toThrow('away')
  await Promise.resolve()
  expect(ends).toHaveLength(3)
  const late = reads.get('a')
  ends[2]?.()
  expect(await Promise.all(crowd)).toEqual(['a 3', 'a 3'])
  ends[3]?.()
  ends[1]?.()
  expect(await Promise.all([late, other])).toEqual(['a 4', 'b 2'])
  // Nothing runs any more: the next one begins at once.
  void reads.get('a')
  expect(ends).toHaveLength(5)
})
