import type { FormulaResult } from './workbooks'

/** The number of a cell of a range; a text and an empty cell are none. */
const numberOf = (value: string | number | null | undefined): number => (typeof value === 'number' ? value : 0)

const CELL = /^\$?([A-Z]+)\$?(\d+)$/

/**
 * Evaluates a total's formula by the rules of spreadsheet programs, as far as workbooks use them: a sum, a sum of the rows
 * whose second name is empty, and one cell over another. Any other formula fails the test that reads it.
 */
export const evaluate: FormulaResult = ({ value: text }, { rows }) => {
  const at = (reference: string) => {
    const [, letters = '', row] = CELL.exec(reference) ?? []
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    return { row: Number(row) - 1, column }
  }
  const cellAt = (row: number, column: number): string | number | null => {
    const cell = rows[row]?.[column] ?? null
    return cell?.isFormula ? evaluate(cell, { name: '', rows, frozen: { rows: 0, columns: 0 } }) : (cell?.value ?? null)
  }
  const range = (from: string, to: string) => {
    const [start, end] = [at(from), at(to)]
    return Array.from({ length: end.row - start.row + 1 }, (_, index) => cellAt(start.row + index, start.column))
  }
  const formula = String(text).replace(/^=/, '')
  const sum = /^SUM\((\w+):(\w+)\)$/.exec(formula)
  if (sum) return range(sum[1] ?? '', sum[2] ?? '').reduce<number>((all, one) => all + numberOf(one), 0)
  const outer = /^SUMPRODUCT\(\((\w+):(\w+)=""\)\*1,(\w+):(\w+)\)$/.exec(formula)
  if (outer) {
    const names = range(outer[1] ?? '', outer[2] ?? '')
    return range(outer[3] ?? '', outer[4] ?? '').reduce<number>(
      (all, one, index) => all + ((names[index] ?? '') === '' ? numberOf(one) : 0),
      0,
    )
  }
  const ratio = /^IF\((\w+)=0,"",(\w+)\/(\w+)\)$/.exec(formula)
  if (!ratio) throw new Error(`No rule evaluates ${formula}.`)
  const [whole, part, below] = ratio.slice(1).map((reference) => cellAt(at(reference).row, at(reference).column))
  return numberOf(whole) === 0 ? null : numberOf(part) / numberOf(below)
}
