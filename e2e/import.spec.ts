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
    const came = page.getByRole('region', { name: 'What would come in' })
    await expect(came.getByRole('heading')).toHaveText('2 records would come in, 4 refused')
    await expect(came.getByRole('region', { name: 'The first prospects' })).toContainText('Wanda')
    const refused = came.getByRole('region', { name: 'Refused' })
    await expect(refused).toContainText('The property “oak” is not in the property map.')
    await expect(refused).toContainText('The data contract has no place for Hold.')
    const download = page.waitForEvent('download')
    await came.getByRole('button', { name: 'Download all of them' }).click()
    expect((await download).suggestedFilename()).toBe('refusals.ndjson')
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
    await expect(page.getByRole('region', { name: 'What came in' }).getByRole('heading')).toHaveText(
      '1 record came in, 1 refused',
    )
    await expect(page.getByRole('region', { name: 'Earlier imports' }).getByRole('row').nth(1)).toContainText(
      'transcripts',
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'an import on a phone')
  })
})
