import { expect, expectAccessible, expectNoHorizontalScroll, test } from './support/test'

const event = (type: string, date: string) => `<Event EventType="${type}" EventDate="${date}"/>`
const prospect = (id: string, property: string) =>
  `<Prospect><Customers><Customer Type="prospect"><Identification IDType="ProspectID" IDValue="${id}"/><Identification IDType="PropertyID" IDValue="${property}"/><Name><FirstName>Wanda</FirstName><LastName>Marsh</LastName></Name></Customer></Customers><Events>${event('Email', '2026-03-10T10:00:00')}${event('Hold', '2026-03-10T11:00:00')}</Events></Prospect>`
const xml = `<LeadManagement><Prospects>\n${prospect('w1', 'MAPLE')}\n${prospect('w2', 'oak')}\n</Prospects></LeadManagement>`

// Records that no report counts, so the other tests' numbers stay the same.
const table = 'Thread;House;Words\nforeign-1;Harbor;"[]"\nforeign-2;Nowhere;"[]"\n'

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('maps, tries and imports files of other systems', async ({ page }) => {
    await page.goto('/admin/import')
    const chooser = page.locator('input[type=file]').first()
    await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible()
    await chooser.setInputFiles(file('leads.xml', xml))
    await expect(page.getByRole('button', { name: 'Try it' })).toBeDisabled()
    await page.getByLabel('maple', { exact: true }).selectOption('Harbor Point')
    await page.getByRole('button', { name: 'Try it' }).click()
    const tried = page.getByRole('region', { name: 'What an import would do' })
    await expect(tried.getByRole('status')).toHaveText('An import would give 2 new. 4 rejections.')
    await expect(tried.getByRole('region', { name: 'What was read and what became of it' })).toContainText(
      'Became records',
    )
    await expect(tried.getByRole('region', { name: 'The first prospects' })).toContainText('Wanda')
    const rejected = tried.getByRole('region', { name: 'Rejected' })
    await expect(rejected).toContainText('The property “oak” is not in the property map.')
    await expect(rejected).toContainText('The data contract has no place for Hold.')
    const download = page.waitForEvent('download')
    await tried.getByRole('button', { name: 'Download all rejections' }).click()
    expect((await download).suggestedFilename()).toBe('rejections.ndjson')
    await expectAccessible(page, 'an import that was tried')

    await chooser.setInputFiles(file('words.csv', table))
    await page.getByLabel('What stands in a row of the table?').selectOption('transcripts')
    await page.getByLabel('thread_id').selectOption('Thread')
    await page.getByLabel('property_id').selectOption('House')
    await page.getByLabel('Harbor', { exact: true }).selectOption('Harbor Point')
    await page.getByRole('combobox', { name: 'A further field' }).selectOption('utterances')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('utterances', { exact: true }).selectOption('Words')
    await expectAccessible(page, 'a table that is mapped')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Import finished' }).getByRole('status')).toHaveText(
      'Imported: 1 new. 1 rejection.',
    )
    await expect(page.getByRole('region', { name: 'Earlier imports' }).getByRole('row').nth(1)).toContainText(
      'Transcripts',
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'an import on a phone')
  })
})
