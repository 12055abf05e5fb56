import { Random } from './random'

/** Which speaker has which part of a recorded call. */
export interface Turn {
  speaker: 'agent' | 'caller'
  /** Seconds from the start. */
  start: number
  end: number
}

/**
 * The turns of a call, computed from its thread id and length alone. The transcript is written in advance and the sound
 * is generated on playback, and both must agree.
 */
export function turnsOf(threadId: string, seconds: number): Turn[] {
  const random = new Random(`turns/${threadId}`)
  const count = Math.min(12, Math.max(3, Math.round(seconds / 9)))
  const weights = Array.from({ length: count }, () => 0.5 + random.next())
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let at = 0
  return weights.map((weight, index) => {
    const start = at
    at += (weight / sum) * seconds
    // In tenths of a second, with a pause between speakers.
    return {
      speaker: index % 2 === 0 ? 'agent' : 'caller',
      start: Math.round(start * 10) / 10,
      end: Math.round(Math.max(start + 0.3, at - 0.35) * 10) / 10,
    }
  })
}
