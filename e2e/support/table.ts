import { expect, type Locator, type Page } from '@playwright/test'

/** A table as displayed: the header, the rows in order, and last the total, which the screen shows below the header. */
export interface ScreenTable {
  header: string[]
  rows: string[][]
}

/** Reads the report's table from the screen, folded rows included, and opened ones with what is inside them. */
export async function readTable(page: Page, inside = true): Promise<ScreenTable> {
  await innerRows(page)
  await unfoldRows(page)
  const lines = await page.getByRole('grid').evaluate(
    (grid, withInner) =>
      [
        ...grid.querySelectorAll('tr:not([aria-hidden], :has(td[colspan] [aria-expanded]), [data-total] > *)'),
        ...grid.querySelectorAll('[data-total] > tr'),
      ]
        .flatMap((line) => (withInner || !line.hasAttribute('data-level') ? [line] : []))
        .map((line) =>
          [...line.querySelectorAll('th, td')].map((cell) => {
            // A property's name is a link beside the button that opens its row.
            const written =
              cell.querySelector('th > a, th > span > a') ?? cell.querySelector('button > span, button') ?? cell
            // Where nothing happened a dot stands for the zero that is read aloud.
            const spoken = written.textContent === '·' ? cell.getAttribute('aria-label') : null
            // What keeps a header's words together isn't seen.
            return (spoken ?? written.textContent ?? '').replaceAll('\u00a0', ' ').replaceAll('\u2060', '').trim()
          }),
        ),
    inside,
  )
  const [header = [], ...rows] = lines
  return { header, rows }
}

/** Waits for the rows inside the opened ones, which may come after the others. */
const innerRows = (page: Page): Promise<void> => expect(page.getByText('Loading the rows inside')).toHaveCount(0)

/** Unfolds the rows in which nothing happened, or too little. */
async function unfoldRows(page: Page): Promise<void> {
  const folded = page
    .getByRole('grid')
    .getByRole('button', { name: /with (nothing in this period|fewer than \d+ .+)$/, expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
}

/** A row by its name, as numbers by column, without zeros: most cells of the fixture company are zero. */
export function rowNumbers({ header, rows }: ScreenTable, name: string): Record<string, number> {
  const row = rows.find(([first]) => first === name)
  if (!row) throw new Error(`There is no row called ${name}.`)
  const pairs = header.slice(1).map((label, index): [string, number] => [label, Number(row[index + 1])])
  return Object.fromEntries(pairs.filter(([, value]) => value !== 0 && !Number.isNaN(value)))
}

/** Shows the columns that the table hides at first. */
export const showAllColumns = (page: Page): Promise<void> => chooseColumns(page, 'Show all')

/** Shows one of the table's sets of columns. */
export async function chooseColumns(page: Page, set: string): Promise<void> {
  const columns = page.getByRole('button', { name: 'Columns' })
  const all = page.getByRole('menuitem', { name: set, exact: true })
  // What a heading under the pointer explains may cover the button.
  await page.mouse.move(0, 0)
  await columns.click()
  // A chart that arrives now pushes the button out of the window, and a menu without its button in sight is hidden.
  await expect(async () => {
    await columns.scrollIntoViewIfNeeded()
    await all.click({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
}

/** Opens a row and waits for its inner rows. */
export async function openRow(page: Page, name: string): Promise<void> {
  await rowToggle(page, name).click()
  await innerRows(page)
}

/** The button that opens and closes a row. */
export const rowToggle = (page: Page, name: string): Locator =>
  page.getByRole('grid').getByRole('button', { name, exact: true })

/** A number of the table, by row and column. */
export async function findCell(page: Page, row: string, column: string): Promise<Locator> {
  const { header } = await readTable(page)
  const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
  return line.getByRole('gridcell').nth(header.indexOf(column) - 1)
}
