import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inText, writeText } from './inText'

const value = (format: string, text: string) => `\u0001${format}:${text}\u0001`

test('values within a list’s text are written as in tables', () => {
  const lease = `renewed, ${value('money', '1250')} → ${value('money', '1310')}`
  expect(writeText(lease, '2026-03-15')).toBe('renewed, $1,250 → $1,310')
  const start = `new, ${value('money', '980')} a month from ${value('date', '2026-08-01')}`
  expect(writeText(start, '2026-03-15')).toBe('new, $980 a month from Aug 1')
  expect(writeText(start, '2025-03-15')).toBe('new, $980 a month from Aug 1, 2026')
  expect(writeText(`answered, ${value('duration', '240')}`, '2026-03-15')).toBe('answered, 4 m 00 s')
})

test('all other text stays as it was imported', () => {
  for (const text of ['Friend told $5 money:1250', '', '100% · lost']) expect(writeText(text, '2026-03-15')).toBe(text)
  expect(inText('money', 'monthly_rent')).toBe("concat('\\x01money:', toString(monthly_rent), '\\x01')")
})

test('no record type has SQL write money, days or durations', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const writing = /'[^'`]*\$'|formatReadable|formatDateTime\(|\bs'\)/
  expect(code.filter((file) => writing.test(readFileSync(join(import.meta.dirname, file), 'utf8')))).toEqual([])
})
