import { expect, expectAccessible, expectNoHorizontalScroll, fetchApi, setColorScheme, test } from './support/test'

const WEEK = 'preset=last_7_days'

test('what is pinned in reports shows on My page, in an order of one’s own', async ({ page }) => {
  await page.goto('/my-page')
  // A second try begins with what the first one pinned.
  await expect(page.getByRole('switch', { name: 'Start page' })).toBeVisible()
  for (const menu of await page.getByRole('button', { name: /^Actions: / }).all()) {
    await menu
      .page()
      .getByRole('button', { name: /^Actions: / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  }
  await expect(page.getByText('Nothing pinned yet')).toBeVisible()
  // It begins with real numbers.
  await expect(page.getByRole('region', { name: 'Prospects', exact: true }).first()).toContainText(/\d/)
  await expect(page.getByRole('button', { name: 'Pin Activity' })).toBeVisible()
  await expectAccessible(page, 'My page without pins')

  await page.goto(`/activity?${WEEK}&property_ids=11`)
  const tile = page.getByRole('region', { name: 'Prospects', exact: true })
  const value = await tile.locator('.ll-number').first().textContent()
  // By mouse it appears at its number; the keyboard reaches it too.
  await tile.hover()
  await page.getByRole('button', { name: 'Pin to My page: Prospects', exact: true }).click()
  await expect(page.getByText('Pinned to My page: Prospects.')).toBeVisible()
  await page.getByRole('button', { name: 'Pin to My page: Visits', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pinned to My page: Visits.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Pin to My page: Chart of/ })
    .first()
    .press('Enter')
  await expect.poll(async () => (await fetchApi<{ pins: unknown[] }>('maria', '/api/my-page')).pins.length).toBe(3)

  await page.getByRole('link', { name: 'My page' }).click()
  const pins = page.getByRole('list', { name: 'Pins' }).getByRole('listitem')
  await expect(pins).toHaveCount(3)
  await expect(pins.nth(0).getByRole('region', { name: 'Prospects', exact: true })).toContainText(value ?? '')
  await expect(pins.nth(0)).toContainText('Last 7 days')
  await expect(pins.nth(0)).toContainText('Harbor Point')
  await expect(pins.nth(2).getByRole('region', { name: /^Chart: / })).toBeVisible()
  await expectAccessible(page, 'My page')

  const act = async (at: number, name: string) => {
    await pins
      .nth(at)
      .getByRole('button', { name: /^Actions: / })
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act(1, 'Move earlier')
  await expect(pins.nth(0).getByRole('region', { name: 'Visits', exact: true })).toBeVisible()
  await pins.nth(2).locator('[draggable]').dragTo(pins.nth(0))
  await expect(pins.nth(0).getByRole('region', { name: /^Chart: / })).toBeVisible()
  // A chart by itself is as wide as the page; two numbers share the next row, and end together.
  const [chart, left, right] = await Promise.all([0, 1, 2].map((at) => pins.nth(at).boundingBox()))
  if (!chart || !left || !right) throw new Error('The pins are drawn.')
  expect([left.x, right.y, right.height, right.x + right.width]).toEqual([
    chart.x,
    left.y,
    left.height,
    expect.closeTo(chart.x + chart.width, 0),
  ])
  await act(1, 'Rename')
  await page.getByRole('dialog').getByRole('textbox').fill('Tours this week')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(pins.nth(1).getByRole('heading', { name: 'Tours this week' })).toBeVisible()
  await act(2, 'Remove')
  await expect(pins).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo deleting Prospects' }).click()
  await expect(pins).toHaveCount(3)
  await page.reload()
  await expect(pins.nth(1).getByRole('heading', { name: 'Tours this week' })).toBeVisible()

  await page.getByRole('switch', { name: 'Start page' }).click()
  await expect
    .poll(async () => (await fetchApi<{ start_page: boolean }>('maria', '/api/my-page')).start_page)
    .toBe(true)
  await page.goto('/')
  await expect(page).toHaveURL(/\/my-page$/)
  await page.getByRole('switch', { name: 'Start page' }).click()
  await expect
    .poll(async () => (await fetchApi<{ start_page: boolean }>('maria', '/api/my-page')).start_page)
    .toBe(false)

  // The name leads to the report in its state, and a number to the people behind it.
  await pins
    .nth(2)
    .getByRole('button', { name: /open the list$/ })
    .click()
  await expect(page.getByRole('dialog', { name: /Prospects/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await setColorScheme(page, 'dark')
  await expectAccessible(page, 'My page, dark')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page, 'My page on a phone')
  await pins.nth(1).getByRole('link', { name: 'Tours this week' }).click()
  await expect(page).toHaveURL(/\/activity\?.*property_ids=11/)
})

test('a pin that is not open any more says so and can be removed', async ({ page }) => {
  await page.route('**/api/my-page', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const pin = {
      ...{
        id: 'one',
        kind: 'number',
        item: 'leads',
        name: null,
        label: 'Leads',
        report: 'activity',
        title: 'Activity',
      },
      ...{ params: {}, address: '/', in_words: [], left_out: null },
      problem: 'You don’t have access to any of its properties any more.',
    }
    const gone = {
      ...{ ...pin, id: 'two', item: 'gold', label: 'Activity', available: true },
      ...{ address: '/activity?preset=yesterday', problem: 'Activity doesn’t show this number any more.' },
    }
    await route.fulfill({ response: answer, json: { ...body, pins: [{ ...pin, available: false }, gone] } })
  })
  await page.goto('/my-page')
  await expect(page.getByText('You don’t have access to any of its properties any more.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove it' })).toHaveCount(2)
  await expectAccessible(page, 'pins that can’t be shown')
  await expect(page.getByText('Activity doesn’t show this number any more.')).toBeVisible()
  await page.getByRole('button', { name: 'Open Activity' }).click()
  await expect(page).toHaveURL(/\/activity\?.*preset=yesterday/)
})
