import { chooseColumns } from './support/table'
import { expect, openReport, test, WEEK } from './support/test'

test('tints the sorted column, keeps bars under digits, and shades the edges behind which there is more', async ({
  page,
}) => {
  await openReport(page, `/activity?${WEEK}`)
  const grid = page.getByRole('grid')
  const tinted = () =>
    grid
      .locator('thead th')
      .evaluateAll((cells) =>
        cells.filter((cell) => getComputedStyle(cell).backgroundImage !== 'none').map((cell) => cell.textContent),
      )
  expect(await tinted()).toEqual(['Prospects'])
  await grid.getByRole('columnheader', { name: 'Visits' }).getByRole('button').click()
  await expect.poll(tinted).toEqual(['Visits'])
  expect(
    await grid
      .locator('tbody td[data-number=visits]')
      .evaluateAll((cells) => cells.every((cell) => getComputedStyle(cell).backgroundImage !== 'none')),
  ).toBe(true)

  const cell = grid
    .locator('td[data-number=prospects]')
    .filter({ has: page.locator('[aria-hidden] > span') })
    .first()
  const bar = await cell.locator('[aria-hidden] > span').boundingBox()
  const digits = await cell.getByRole('button').evaluate((button) => {
    const range = document.createRange()
    range.selectNodeContents(button)
    return range.getBoundingClientRect().bottom
  })
  expect(bar?.height).toBeCloseTo(4, 0)
  // The line box has some room below its digits.
  expect(bar?.y ?? 0).toBeGreaterThanOrEqual(digits - 3)

  const shades = () =>
    grid.evaluate((table) => {
      const edges = table.parentElement?.parentElement
      return edges ? ['::before', '::after'].map((part) => Number(getComputedStyle(edges, part).opacity)) : []
    })
  // What there is fits.
  expect(await shades()).toEqual([0, 0])
  await chooseColumns(page, 'Show all')
  await expect.poll(shades).toEqual([0, 1])
  const scroll = (to: number) => grid.evaluate((table, left) => table.parentElement?.scrollTo({ left }), to)
  await scroll(200)
  await expect.poll(shades).toEqual([1, 1])
  await scroll(9999)
  await expect.poll(shades).toEqual([1, 0])
})
