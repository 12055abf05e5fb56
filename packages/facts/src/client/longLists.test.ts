import { expect, it } from 'vitest'
import { refuseWorkedOutLists, withLongListsAsRows } from './longLists'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

it('makes rows of a long list behind IN, and leaves all else', () => {
  const sql = `SELECT {all:Array(UInt64)} WHERE id IN {all:Array(UInt64)} OR id NOT IN ({all:Array(UInt64)}) OR id IN {few:Array(UInt64)}`
  expect(withLongListsAsRows(sql, { all: numbers(100_000), few: [1, 2] })).toBe(
    `SELECT {all:Array(UInt64)} WHERE id IN (SELECT arrayJoin({all:Array(UInt64)})) OR id NOT IN (SELECT arrayJoin({all:Array(UInt64)})) OR id IN {few:Array(UInt64)}`,
  )
  expect(withLongListsAsRows(sql, { all: numbers(1_000), few: [1, 2] })).toBe(sql)
})

it('counts what texts take', () => {
  const sql = `SELECT 1 WHERE thread IN {threads:Array(String)}`
  const threads = (length: number) => ({ threads: numbers(1_000).map((at) => String(at).padStart(length, '–')) })
  expect(withLongListsAsRows(sql, threads(100))).toBe(sql)
  expect(withLongListsAsRows(sql, threads(400))).toBe(
    'SELECT 1 WHERE thread IN (SELECT arrayJoin({threads:Array(String)}))',
  )
})

it('refuses lists that the engine works out from others', () => {
  const codes = 'arrayMap(id -> id * 8, {ids:Array(UInt64)})'
  expect(() => withLongListsAsRows(`SELECT 1 WHERE code IN ${codes}`, { ids: [1] })).toThrow('as a parameter')
  expect(() => refuseWorkedOutLists(`INSERT INTO a SELECT 1 WHERE code NOT IN ${codes}`)).toThrow('as a parameter')
  expect(() => refuseWorkedOutLists(`SELECT 1 WHERE code IN (${codes})`)).toThrow('as a parameter')
  const rows = `SELECT 1 WHERE code IN (SELECT arrayJoin(${codes}))`
  expect(withLongListsAsRows(rows, { ids: [1] })).toBe(rows)
})
