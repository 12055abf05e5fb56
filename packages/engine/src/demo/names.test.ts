import { describe, expect, it } from 'vitest'
import { demoAgents, demoProperties } from './names'

const many = Array.from({ length: 500 }, (_, index) => ({ id: 1000 + index, name: `Real ${index}`, kept: index }))

describe('the names of a sales demo', () => {
  it('are samples, one for each, the same whatever the order, and leave the rest alone', () => {
    for (const rename of [demoProperties, demoAgents]) {
      const names = rename(many)
      expect(new Set(names.map(({ name }) => name)).size).toBe(500)
      expect(names.some(({ name }) => name.includes('Real'))).toBe(false)
      expect(rename([...many].reverse())).toEqual(names)
      expect(new Set(names.map(({ kept }) => kept)).size).toBe(500)
    }
  })
})
