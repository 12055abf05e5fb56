import { chooseColumns } from './support/table'
import { expect, openReport, test, WEEK } from './support/test'

test('on a phone “All columns” shows long names whole, in rows that a thumb can hit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const long = 'Peachtree Commons East'
  await page.route('**/api/reports/activity?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('Harbor Point', long) })
  })
  await openReport(page, `/activity?${WEEK}`)
  await page.getByRole('button', { name: 'All columns' }).click()
  const name = page.getByRole('dialog').getByRole('rowheader', { name: long }).getByText(long)
  await expect(name).toBeVisible()
  const seen = await name.evaluate((element) => {
    const cell = element.closest('th')?.getBoundingClientRect()
    const { right, bottom } = element.getBoundingClientRect()
    return {
      isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      isInside: cell !== undefined && right <= cell.right && bottom <= cell.bottom,
      height: cell?.height,
    }
  })
  expect(seen).toEqual({ isCut: false, isInside: true, height: 45 })
})

test('a long name of any table ends with an ellipsis, and its title is whole', async ({ page }) => {
  const [long, agent] = [
    'Harbor Point at the Old Cannery Boardwalks and the Riverside Promenade',
    'Bartholomew Featherstonehaugh-Cholmondeley Montgomery-Worthington',
  ]
  await page.route('**/api/reports/*?*', async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('Harbor Point', long).replaceAll(/Ana Agent|Ben Broker/g, agent)
    await route.fulfill({ response, body: text })
  })
  for (const path of ['activity', 'calls', 'response-time', 'occupancy', 'call-log', 'id-verification']) {
    await openReport(page, `/${path}?${WEEK}`)
    await expect(page.getByRole('grid').locator('tbody tr').first()).toBeVisible()
    const cut = await page
      .getByRole('grid')
      .locator('tbody :is(th, td)')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const text = cell.textContent ?? ''
          const parts = [cell, ...cell.querySelectorAll('*')].filter(
            (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
          )
          const isEllipsis = (part: Element) => getComputedStyle(part).textOverflow === 'ellipsis'
          return parts.length === 0 ? [] : [{ text, ends: parts.some(isEllipsis), title: cell.getAttribute('title') }]
        }),
      )
    expect(
      cut.filter(({ text, ends, title }) => !ends || !title || !text.includes(title)),
      path,
    ).toEqual([])
    if (path === 'activity') expect(cut.length).toBeGreaterThan(0)
  }
})

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
