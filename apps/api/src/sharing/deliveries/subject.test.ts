import { expect, it } from 'vitest'
import { subjectOf } from './subject'

const parts = { name: 'Insights', sender: 'Maria Moss', company: 'Harbor & Pine Homes' }
const finding = 'Willow Creek never answered 4 of 9 people.'

it('is the first finding of what comes by itself', () => {
  expect(subjectOf('insights', { ...parts, finding })).toBe('Willow Creek never answered 4 of 9 people')
  expect(subjectOf('schedule', { ...parts, finding })).toBe('Willow Creek never answered 4 of 9 people')
})

it('names what is sent where nothing was found, and who sends it where a person does', () => {
  expect(subjectOf('insights', parts)).toBe('Insights this morning – Harbor & Pine Homes')
  expect(subjectOf('schedule', parts)).toBe('Insights – Harbor & Pine Homes')
  expect(subjectOf('share', { ...parts, finding })).toBe('Maria Moss shares Insights with you')
})
