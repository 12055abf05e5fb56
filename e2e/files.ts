import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PDFParse } from 'pdf-parse'

/** Takes the report away through the page's own menu. */
export async function exported(page: Page, format: 'CSV' | 'PDF'): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const download = await coming
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

/** The lines of a CSV file, each with its fields. */
export function parseCsv(content: Buffer): string[][] {
  const text = content.toString('utf8').replace(/^\uFEFF/, '')
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  return lines
}

/** The text of a PDF file, line by line. */
export async function pdfLines(content: Buffer): Promise<string[]> {
  const parser = new PDFParse({ data: new Uint8Array(content) })
  const { text } = await parser.getText()
  await parser.destroy()
  return text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
}
