import { expect, expectAccessible, expectNoHorizontalScroll, test } from './support/test'

const event = (type: string, date: string) => `<Event EventType="${type}" EventDate="${date}"/>`
const prospect = (id: string, property: string) =>
  `<Prospect><Customers><Customer Type="prospect"><Identification IDType="ProspectID" IDValue="${id}"/><Identification IDType="PropertyID" IDValue="${property}"/><Name><FirstName>Wanda</FirstName><LastName>Marsh</LastName></Name></Customer></Customers><Events>${event('Email', '2026-03-10T10:00:00')}${event('Hold', '2026-03-10T11:00:00')}</Events></Prospect>`
const xml = `<LeadManagement><Prospects>\n${prospect('w1', 'MAPLE')}\n${prospect('w2', 'oak')}\n</Prospects></LeadManagement>`

// Records that no report counts, so the other tests' numbers stay the same.
const table = 'Thread;House;Words\nforeign-1;Harbor;"[]"\nforeign-2;Nowhere;"[]"\n'

// Tried, saved as a mapping, and never imported: other tests count leads.
const leads = (stage: string) => `Lead #,Community,Name,Phone,Created (local),Lead source,Stage
L-1,Harbor Point,"Reyes, Ana",(425) 555-0120,3/8/2026 2:05 PM,Zillow,Tour scheduled
L-2,Oak Hollow,Bo Marsh,425-555-0121,3/19/2026 9:15 AM,Apartments.com,${stage}
`

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
    await expect(tried.getByRole('status')).toHaveText('Would be imported: 2 new. 4 rejections.')
    await expect(tried.getByRole('region', { name: 'What was read and what became of it' })).toContainText(
      'Became records',
    )
    await expect(tried.getByRole('region', { name: 'The first leads' })).toContainText('Wanda')
    const rejected = tried.getByRole('region', { name: 'Rejected' })
    await expect(rejected).toContainText('The property “oak” is not in the property map.')
    await expect(rejected).toContainText('The data contract has no place for Hold.')
    const download = page.waitForEvent('download')
    await tried.getByRole('button', { name: 'Download all rejections' }).click()
    expect((await download).suggestedFilename()).toBe('rejections.ndjson')
    await expectAccessible(page, 'an import that was tried')

    await chooser.setInputFiles(file('words.csv', table))
    await page.getByLabel('What is in a row?').selectOption('Transcripts')
    const asked = page.getByRole('group', { name: 'One question' })
    await asked.getByLabel('Community', { exact: true }).selectOption('House')
    await asked.getByLabel('Harbor', { exact: true }).selectOption('Harbor Point')
    await page.getByText('All columns').click()
    await page.getByRole('combobox', { name: 'Another field' }).selectOption('Utterances')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Utterances', { exact: true }).selectOption('Words')
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
  test('reads a table of leads by looking, asks the rest, and uses the saved mapping for the next file', async ({
    page,
  }) => {
    await page.goto('/admin/import')
    const chooser = page.locator('input[type=file]').first()
    await chooser.setInputFiles(file('leads.csv', leads('Hot')))
    await expect(page.getByLabel('What is in a row?')).toHaveValue('prospects')
    const preview = page.getByRole('region', { name: 'The first rows, as they will be read' })
    await expect(preview.getByRole('columnheader')).toContainText(['Line', 'Community', 'Lead source', 'First name'])
    await expect(preview.getByRole('row').nth(1)).toContainText('Tour booked')
    await expect(page.getByRole('region', { name: '1 of the first 2 rows would be rejected' })).toContainText(
      'Oak Hollow',
    )
    await expect(page.getByRole('group', { name: '2 questions' })).toBeVisible()
    await expectAccessible(page, 'a table that is asked about')
    await page.getByLabel('Community: what is “Oak Hollow”?').selectOption('Sunset Terrace')
    await page.getByLabel('Stage: what is “Hot”?').selectOption('Toured')
    await expect(preview.getByRole('row').nth(2)).toContainText('Toured')
    await page.getByLabel('Save this mapping as').fill('Weekly leads')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved. The next file with these columns uses “Weekly leads”.')).toBeVisible()

    await page.reload()
    await chooser.setInputFiles(file('next.csv', leads('Hot')))
    await expect(page.getByLabel('Saved mapping')).toHaveValue(/./)
    await expect(preview.getByRole('row').nth(2)).toContainText('Toured')
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(page.getByRole('region', { name: 'What an import would do' }).getByRole('status')).toHaveText(
      'Would be imported: 2 new.',
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'a table of leads on a phone')
  })
})
