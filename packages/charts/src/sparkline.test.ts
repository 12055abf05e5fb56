import { describe, expect, it } from 'vitest'
import { downsample, sparkline } from './sparkline'

describe('a trend line', () => {
  it('breaks where days are missing and shows a lone day as a dot', () => {
    const { paths, dots } = sparkline([1, 2, null, 3, null, 4, 5], 64, 24)
    expect(paths).toHaveLength(2)
    expect(dots).toHaveLength(1)
  })

  it('starts at zero, so that small changes look small', () => {
    expect(sparkline([0, 10], 24, 24).paths).toEqual(['M2 22L22 2'])
    expect(sparkline([5, 10], 24, 24).paths).toEqual(['M2 12L22 2'])
    expect(sparkline([-10, 10], 24, 24).paths).toEqual(['M2 22L22 2'])
  })

  it('has its usual range behind it, in sight as a whole', () => {
    expect(sparkline([10, 10], 24, 24, { low: 5, high: 20 })).toMatchObject({
      paths: ['M2 12L22 12'],
      band: { y: 2, height: 15 },
    })
    expect(sparkline([10, 10], 24, 24).band).toBeNull()
  })

  it('has the line of a change between the samples before and after it, and none outside', () => {
    expect(sparkline([4, 4, 8, 8], 34, 24, null, 2).changeX).toBe(17)
    expect(sparkline([4, 4, 8, 8], 34, 24, null, 0).changeX).toBeNull()
    expect(sparkline([4, 4, 8, 8], 34, 24, null, 4).changeX).toBeNull()
    expect(sparkline([4, 4, 8, 8], 34, 24).changeX).toBeNull()
  })

  it('runs level when everything is alike', () => {
    expect(sparkline([0, 0], 24, 24).paths).toEqual(['M2 12L22 12'])
  })

  it('gathers a long period into means and keeps its gaps', () => {
    expect(downsample([1, 3, null, null, 5, null], 3)).toEqual([2, null, 5])
    expect(downsample([1, 2], 30)).toEqual([1, 2])
    expect(
      downsample(
        Array.from({ length: 365 }, () => 7),
        30,
      ),
    ).toEqual(Array.from({ length: 30 }, () => 7))
  })
})
