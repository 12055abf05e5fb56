import { reportsOfRun } from './support/product'
import { expect, navigateInApp, test, unfoldCharts, WEEK, waitForReport } from './support/test'

test.use({ user: 'adam' })

test('a mark of every report’s charts opens the list behind its number, by keyboard and by mouse', async ({ page }) => {
  test.setTimeout(480_000)
  await page.goto('/my-reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My reports')
  const opened = new Map<string, number>()
  for (const [, report] of reportsOfRun()) {
    await navigateInApp(page, `${report.path}?${report.view ? `view=${report.view}&` : ''}${WEEK}`)
    await expect(page).toHaveTitle(new RegExp(`^${report.title} · `))
    await waitForReport(page)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    if ((await page.getByRole('button', { name: /^Show \d+ more charts?$/ }).count()) > 0) await unfoldCharts(page)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    const charts = page.getByRole('region', { name: /^Chart: / })
    for (let at = 0; at < (await charts.count()); at += 1) {
      const chart = charts.nth(at)
      await expect(chart.locator('[role=img] svg')).toBeVisible()
      const marks = chart.getByRole('button', { name: /: open the list$/ })
      if ((await marks.count()) === 0) continue
      const name = `${report.key}: ${await chart.getAttribute('aria-label')}`
      const dialog = page.getByRole('dialog')
      const isOpen = async (label: string | null) => {
        const said = (label ?? '').match(/([\d,]+)(?: of [\d,]+)?\)?: open the list$/)?.[1]
        const count = Number(said?.replaceAll(',', ''))
        await expect(dialog, `${name}: ${label}`).toBeVisible()
        // Of shares the number is in parentheses, is said with its whole where that is small (1 of 2), or is not said.
        if (Number.isFinite(count))
          await expect(dialog, `${name}: ${label}`).toContainText(count.toLocaleString('en-US'))
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
      // One of the marks is a stop of the tab key, and the arrow keys lead to the others.
      const stop = chart.locator('button[aria-label$="open the list"][tabindex="0"]')
      await expect(stop, name).toHaveCount(1)
      await stop.focus()
      if ((await marks.count()) > 1) await page.keyboard.press('ArrowRight')
      const focused = page.locator(':focus')
      const label = await focused.getAttribute('aria-label')
      await page.keyboard.press('Enter')
      await isOpen(label)

      const last = marks.last()
      await chart.scrollIntoViewIfNeeded()
      const box = await last.boundingBox()
      if (!box) throw new Error(`${name}: the mark has no place.`)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      await isOpen(await last.getAttribute('aria-label'))
      opened.set(report.key, (opened.get(report.key) ?? 0) + 1)
    }
    // What opens in the table opens in the charts as well.
    // A day opens its list where the report lets its days be chosen.
    const hasDays = report.defaultFilters.some((key) => key === 'dateRange' || key === 'dateRangeFuture')
    // Bars of the number that sorts the table are left to it, and a strip needs three rows.
    const drawsCounts = report.charts.some(
      ({ kind, variant }) => kind !== 'bars' && kind !== 'strip' && !variant && (kind !== 'trend' || hasDays),
    )
    const table = page.getByRole('grid').getByRole('button', { name: /^[\d,]+$/ })
    if (drawsCounts && (await charts.count()) > 0 && (await table.count()) > 0)
      expect(opened.get(report.key) ?? 0, report.key).toBeGreaterThan(0)
  }
  expect(opened.size).toBeGreaterThan(0)
})
