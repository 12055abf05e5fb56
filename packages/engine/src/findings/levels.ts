import type { Dimension, Watch, WatchLevel } from '@leaselight/model'

/** The dimensions of each level's subjects, outermost first. */
export const levelDimensions: Record<WatchLevel, readonly Dimension[]> = {
  company: [],
  property: ['property'],
  agent: ['property', 'agent'],
  source: ['source'],
  hour: ['property', 'hour'],
}

/** Levels that are read; the others are sums of these. */
export const readLevels = ['property', 'agent', 'source', 'hour'] as const
export type ReadLevel = (typeof readLevels)[number]

/** The levels that a watch is read at: a property’s number is the sum over its agents or hours where those are read. */
export function levelsToRead({ at }: Watch): readonly ReadLevel[] {
  const inner = readLevels.filter((level) => level !== 'property' && at.includes(level))
  const isInside = inner.some((level) => level === 'agent' || level === 'hour')
  const needsProperty = at.includes('property') || at.includes('company')
  return needsProperty && !isInside ? ['property', ...inner] : inner
}
