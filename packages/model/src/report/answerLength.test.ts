import { expect, it } from 'vitest'
import { ANSWER_LENGTH, fitSentences } from './answerLength'

const sentence = (length: number, rank: number) => ({ text: `${String(rank).repeat(length - 1)}.`, rank })
const ranksOf = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => Number(word[0]))

it('leaves out what tells least, and keeps the order of what is left', () => {
  const fitted = fitSentences([sentence(40, 0), sentence(30, 2), sentence(50, 1)])
  expect(ranksOf(fitted)).toEqual([0, 1])
  expect(fitted.length).toBeLessThanOrEqual(ANSWER_LENGTH)
  expect(ranksOf(fitSentences([sentence(40, 0), sentence(30, 2), sentence(30, 1)]))).toEqual([0, 2, 1])
})

it('takes a shorter sentence where a longer one does not fit, and always the one that tells most', () => {
  expect(ranksOf(fitSentences([sentence(70, 0), sentence(60, 1), sentence(20, 2)]))).toEqual([0, 2])
  expect(ranksOf(fitSentences([sentence(ANSWER_LENGTH + 40, 0), sentence(9, 1)]))).toEqual([0])
  expect(fitSentences([{ text: '', rank: 0 }])).toBe('')
})
