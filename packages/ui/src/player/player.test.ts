import { formatPlayTime } from '@leaselight/model'
import { expect, test } from 'vitest'
import { peaksOf, peaksOfRecording } from './peaks'
import { splitMatches, utteranceAt } from './utterances'

const said = [
  { speaker: 'agent', time: 0.5, transcript: 'Hello.' },
  { speaker: 'caller', time: 6, transcript: 'Hi.' },
  { speaker: 'agent', time: 15, transcript: 'Bye.' },
]

test('the transcript follows the recording', () => {
  expect([0, 0.5, 5.9, 6, 14, 15, 400].map((time) => utteranceAt(said, time))).toEqual([-1, 0, 0, 1, 1, 2, 2])
  expect(utteranceAt([], 3)).toBe(-1)
})

test('highlights search matches, ignoring case and special characters', () => {
  const marked = (text: string, search: string) =>
    splitMatches(text, search)
      .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
      .join('')
  expect(marked('A Balcony, or two balconies', 'BALCON')).toBe('A [Balcon]y, or two [balcon]ies')
  expect(marked('Is it $1,900 (or more)?', '$1,900 (or')).toBe('Is it [$1,900 (or] more)?')
  expect(marked('a-b a.b', 'a.b')).toBe('a-b [a.b]')
  expect(marked('A pet-friendly house', 'pet-f')).toBe('A [pet-f]riendly house')
  expect(marked('nothing', ' ')).toBe('nothing')
  expect(marked('ÄRGER und ärger', 'ärger')).toBe('[ÄRGER] und [ärger]')
  expect(splitMatches('tour', 'tour')).toEqual([{ text: 'tour', isMatch: true }])
})

test('moments are written as players write them', () => {
  expect([0, 9.9, 67, 3599, 3600, 4207].map(formatPlayTime)).toEqual([
    '0:00',
    '0:09',
    '1:07',
    '59:59',
    '1:00:00',
    '1:10:07',
  ])
})

test('the picture of a sound is as loud as its loudest moment', () => {
  expect(peaksOf(new Float32Array([0, 0.1, -0.4, 0.2, 0, 0]), 3)).toEqual([0.25, 1, 0].map((n) => expect.closeTo(n, 5)))
  expect(peaksOf(new Float32Array(8), 4)).toEqual([0, 0, 0, 0])
  expect(peaksOf(new Float32Array([0.5]), 2)).toHaveLength(2)
})

test('what can’t be read as sound has no picture, and no error', async () => {
  expect(await peaksOfRecording(new Blob(['no sound']), 10)).toBeNull()
})
