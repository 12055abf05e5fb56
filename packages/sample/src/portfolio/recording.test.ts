import { describe, expect, it } from 'vitest'
import { recordingWav } from './recording'
import { turnsOf } from './turns'

/** Root mean square of the samples between two seconds: the loudness. */
function loudness(wav: Buffer, from: number, to: number): number {
  let sum = 0
  let count = 0
  for (let at = 44 + Math.floor(from * 8000) * 2; at < 44 + to * 16_000 - 1; at += 2, count++)
    sum += wav.readInt16LE(at) ** 2
  return Math.sqrt(sum / count)
}

describe('recordingWav', () => {
  const wav = recordingWav('call-7', 20)

  it('is a WAV file of the requested length', () => {
    expect(wav.toString('ascii', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.toString('ascii', 8, 16)).toBe('WAVEfmt ')
    expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
      1, 1, 8000, 16,
    ])
    expect(wav.toString('ascii', 36, 40)).toBe('data')
    expect(wav.readUInt32LE(40)).toBe(20 * 16_000)
    expect(wav.length).toBe(44 + 20 * 16_000)
  })

  it('is the same every time, and another for another call', () => {
    expect(recordingWav('call-7', 20).equals(wav)).toBe(true)
    expect(recordingWav('call-8', 20).equals(wav)).toBe(false)
  })

  it('can be heard in every turn, without clipping', () => {
    for (const turn of turnsOf('call-7', 20)) expect(loudness(wav, turn.start, turn.end)).toBeGreaterThan(500)
    let peak = 0
    for (let at = 44; at < wav.length; at += 2) peak = Math.max(peak, Math.abs(wav.readInt16LE(at)))
    expect(peak).toBeGreaterThan(5000)
    expect(peak).toBeLessThan(32_000)
  })

  it('limits any number of seconds to a safe length', () => {
    expect(recordingWav('x', Number.NaN).length).toBe(44 + 16_000)
    expect(recordingWav('x', -5).length).toBe(44 + 16_000)
    expect(turnsOf('x', 100_000).at(-1)?.end).toBeLessThanOrEqual(100_000)
  })
})
