import { expect, it } from 'vitest'
import { ANSWER_LENGTH, answerLines, fitSentences } from './answerLength'

const sentence = (length: number, rank: number) => ({ text: `${String(rank).repeat(length - 1)}.`, rank })
const ranksOf = (sentences: readonly string[]) => sentences.map((text) => Number(text[0]))

it('leaves out what tells least, and keeps the order of what is left', () => {
  const fitted = fitSentences([sentence(40, 0), sentence(30, 2), sentence(50, 1)])
  expect(ranksOf(fitted)).toEqual([0, 1])
  expect(fitted.join(' ').length).toBeLessThanOrEqual(ANSWER_LENGTH)
  expect(ranksOf(fitSentences([sentence(40, 0), sentence(30, 2), sentence(30, 1)]))).toEqual([0, 2, 1])
})

it('takes a shorter sentence where a longer one does not fit, and always the one that tells most', () => {
  expect(ranksOf(fitSentences([sentence(70, 0), sentence(60, 1), sentence(20, 2)]))).toEqual([0, 2])
  expect(ranksOf(fitSentences([sentence(ANSWER_LENGTH + 40, 0), sentence(9, 1)]))).toEqual([0])
  expect(fitSentences([{ text: '', rank: 0 }])).toEqual([])
})

it('gives each of two sentences a line where both fit in one', () => {
  const lines = (...sentences: string[]) => answerLines(sentences, ({ length }) => length <= 30)
  const two = ['St. Clair got 15 leads.', '3 properties got 2 each.']
  expect(lines(...two)).toEqual(two)
  expect(lines('“Tour” came up in 5.5% of calls.', 'No.')).toHaveLength(1)
  expect(lines('One.', 'Two.', 'Three.')).toEqual(['One. Two. Three.'])
})
