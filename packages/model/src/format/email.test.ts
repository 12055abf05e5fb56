import { expect, it } from 'vitest'
import { emailHref } from './email'

it.each([
  ['ana@example.com', 'mailto:ana@example.com'],
  [' Ana.Reyes@mail.example.com ', 'mailto:Ana.Reyes@mail.example.com'],
  ['ana+tour@example.com', 'mailto:ana%2Btour@example.com'],
  ['ana@example.com?cc=bob@example.com', null],
  ['ana@example.com?subject=Hello', 'mailto:ana@example.com%3Fsubject%3DHello'],
  ['ana@example', null],
  ['ana, bob@example.com', null],
  ['none', null],
  ['', null],
])('%j opens %j', (written, href) => {
  expect(emailHref(written)).toBe(href)
})
