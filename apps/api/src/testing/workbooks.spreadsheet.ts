import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseXlsx, type ReadSheet } from '@leaselight/files/testing'
import { reportParams } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestHelpers } from './requests'
import { bearer, NOW, type TestServer, testServer } from './server'
import { expectWorkbook, type FormulaResult, rounded, type Screen, screenOf, viewsOf } from './workbooks'

const PROGRAM = process.env.SOFFICE ?? 'soffice'

let server: TestServer
const scratch = mkdtempSync(join(tmpdir(), 'leaselight-workbooks-'))
beforeAll(async () => {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'pipe' })
  } catch {
    throw new Error(
      `This test opens workbooks in LibreOffice, and "${PROGRAM}" can't be started. Install it (apt-get install libreoffice-calc), or set SOFFICE to its program.`,
    )
  }
  server = await testServer()
})
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await server?.close()
})

/** Opens workbooks, evaluates every formula, and saves them again; by file name. */
async function throughLibreOffice(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const [before, after] = [join(scratch, 'before'), join(scratch, 'after')]
  for (const folder of [before, after]) mkdirSync(folder, { recursive: true })
  const paths = [...files].map(([name, content]) => {
    const path = join(before, `${name}.xlsx`)
    writeFileSync(path, content)
    return path
  })
  // A profile of its own: a program that a person has open is left alone.
  const profile = `-env:UserInstallation=file://${join(scratch, 'profile')}`
  const to = ['--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', after]
  await promisify(execFile)(PROGRAM, [profile, '--headless', '--norestore', ...to, ...paths], { maxBuffer: 2 ** 24 })
  return new Map([...files.keys()].map((name) => [name, readFileSync(join(after, `${name}.xlsx`))]))
}

/** What the program computed. */
const computed: FormulaResult = ({ result }) => (result === '' ? null : (result ?? 'not evaluated'))

const formulasIn = (sheets: readonly ReadSheet[]): number =>
  sheets.flatMap(({ rows }) => rows.flat()).filter((cell) => cell?.isFormula).length

test('a spreadsheet program shows every report as the screen does: typed cells, and formulas that give its totals', async () => {
  const screens = new Map<string, Screen>()
  const files = new Map<string, Buffer>()
  for (const report of reports)
    for (const [index, view] of viewsOf(report).entries()) {
      const params = { ...('property' in reportParams(report) && { property: '11' }), ...view }
      const url = `/api/reports/${report.key}/export?${new URLSearchParams({ ...params, format: 'xlsx' })}`
      const file = await server.app.inject({ url, headers: await bearer() })
      expect(file.statusCode, url).toBe(200)
      const name = `${report.key}-${index}`
      screens.set(name, await screenOf(server.app, report, params))
      files.set(name, file.rawPayload)
    }
  const saved = await throughLibreOffice(files)
  let [cells, formulas] = [0, 0]
  for (const [name, screen] of screens) {
    const [before, after] = [files, saved].map((all) => parseXlsx(all.get(name) ?? Buffer.alloc(0)))
    if (!before || !after) throw new Error('Both were read.')
    expectWorkbook(after, screen, computed)
    // The same worksheets with as many formulas: none was stored as a number. A program without a window saves no frozen
    // headings, so these are compared in the file itself by the tests of `packages/files`.
    const titles = (sheets: readonly ReadSheet[]) => sheets.map((sheet) => sheet.name)
    expect([name, titles(after), formulasIn(after)]).toEqual([name, titles(before), formulasIn(before)])
    cells += after.flatMap(({ rows }) => rows.flat()).filter((cell) => cell !== null).length
    formulas += formulasIn(after)
  }
  process.stdout.write(
    `${screens.size} workbooks of ${reports.length} reports: ${cells} cells, ${formulas} formulas.\n`,
  )
  expect(formulas).toBeGreaterThan(reports.length)
})

test('it opens several saved reports, and the list of a reconciliation, as they were written', async () => {
  const { ok } = requestHelpers(
    () => server,
    () => NOW,
  )
  const params = { preset: 'last_7_days' }
  const ids: string[] = []
  for (const report of ['activity', 'calls'])
    ids.push((await ok('POST', '/api/saved-reports', { name: `Our ${report}`, report, params })).id)
  const list = 'Tour date,Community,Guest name,ID\n3/11/2026,Harbor Point,Dora Diaz,1004\n'
  const bring = async (path: string, line: object) => {
    const headers = { ...(await bearer()), 'content-type': 'application/octet-stream' }
    const payload = `${JSON.stringify(line)}\n${list}`
    const { statusCode, body } = await server.app.inject({ method: 'POST', url: path, headers, payload })
    expect([statusCode, body]).toEqual([200, body])
    return JSON.parse(body)
  }
  const { mapping } = await bring('/api/reconciliations/preview', {})
  const days = { start_date: '2026-03-08', end_date: '2026-03-14' }
  const { id } = await bring('/api/reconciliations', { mapping, ...days, file_name: 'visits.csv' })
  const urls = {
    several: `/api/saved-reports/workbook?saved_report_ids=${ids.join()}`,
    reconciliation: `/api/reconciliations/${id}/export?format=xlsx`,
  }
  const files = new Map<string, Buffer>()
  for (const [name, url] of Object.entries(urls)) {
    const { statusCode, rawPayload } = await server.app.inject({ url, headers: await bearer() })
    expect(statusCode, url).toBe(200)
    files.set(name, rawPayload)
  }
  const saved = await throughLibreOffice(files)
  const read = (file?: Buffer) =>
    parseXlsx(file ?? Buffer.alloc(0)).map(({ name, rows }) => ({
      name,
      // An empty row at the end is not kept.
      cells: rows
        .filter((row) => row.length > 0)
        .map((row) => row.map((cell) => (cell?.isFormula ? 'a formula' : rounded(cell?.value || null)))),
    }))
  const sheets = [...files.values()].flatMap((file) => read(file))
  expect(sheets.map(({ name }) => name).slice(0, 3)).toEqual(['About', 'Our activity', 'Our calls'])
  expect(sheets.at(-1)?.cells.length).toBeGreaterThan(2)
  expect([...saved.values()].flatMap((file) => read(file))).toEqual(sheets)
  for (const file of saved.values())
    for (const sheet of parseXlsx(file))
      for (const cell of sheet.rows.flat()) if (cell?.isFormula) expect(computed(cell, sheet)).not.toBe('not evaluated')
})
