import { expect, expectAccessible, expectNoHorizontalScroll, test } from './support/test'

const file = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const visits = `Tour date,Community,Guest name
3/11/2026,Harbor Point,"Abbott, Ann"
3/11/2026,HP West,Dora Diaz
3/12/2026,Harbor Point,Cleo Chen
3/13/2026,Maple Court,Olga Other
`

test.describe('a manager', () => {
  test.use({ user: 'maria' })

  test('reconciles the Boxscore with a list of the property system', async ({ page, allowConsole }) => {
    allowConsole(/400|header row/)
    await page.goto('/boxscore?property=11&start_date=2026-03-08&end_date=2026-03-14')
    await page.getByRole('link', { name: 'Reconcile with your property system' }).click()
    await expect(page.getByLabel('First day of their report')).toBeHidden()
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(file('empty.csv', 'Property,Visits\n'))
    await expect(page.getByText('The file has a header row and nothing below it.')).toBeVisible()
    await chooser.setInputFiles(file('visits.csv', visits))
    await expect(page.getByLabel('First day of their report')).toHaveValue('2026-03-08')
    await expect(page.getByLabel('Every row is one of')).toHaveValue('visits')
    await expect(page.getByText('2 rows left out')).toBeVisible()
    await page.getByLabel('HP West').selectOption('Harbor Point')
    await expect(page.getByText('1 row left out')).toBeVisible()
    await expectAccessible(page, 'a file that is mapped')
    await page.getByRole('button', { name: 'Compare' }).click()

    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(answer).toContainText('1 of 1 line differs. All 3 records are explained.')
    await expect(answer).toContainText('0 unexplained')
    await page.getByRole('button', { name: /Not a prospect 1/ }).click()
    const records = page.getByRole('region', { name: 'Records behind Visits, Harbor Point' })
    await expect(records).toContainText('Dora Diaz is marked not a prospect here, so Visits leaves it out.')
    await expect(records).toContainText('Max Moore is here')
    await expectAccessible(page, 'a reconciliation')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the list' }).click()
    expect((await download).suggestedFilename()).toBe('reconciliation-2026-03-08-2026-03-14.xlsx')

    await page.goto('/boxscore?property=11&start_date=2026-03-08&end_date=2026-03-14')
    await expect(page.getByText('0 unexplained')).toBeVisible()
    await page.getByRole('link', { name: /1 line reconciled with your property system/ }).click()
    await expect(answer).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'a reconciliation')
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No reconciliations yet')).toBeVisible()
    await expectNoHorizontalScroll(page, 'the start of a reconciliation')
  })
})
