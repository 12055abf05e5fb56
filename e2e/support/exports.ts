import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

export { parseCsv, parseXlsx, pdfLines } from './product'

/** Exports the report through the page's own menu. */
export async function exportReport(
  page: Page,
  format: 'CSV' | 'CSV, table only' | 'Excel' | 'PDF',
): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'More ways to send' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: new RegExp(`^${format}(?!,)`) }).click()
  const download = await coming
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}
