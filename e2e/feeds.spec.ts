import { expect, expectAccessible, expectNoHorizontalScroll, test } from './support/test'

// Records that no report counts, so the other tests' numbers stay the same.
const record = (id: number) => JSON.stringify({ thread_id: `feed-${id}`, property_id: 11, utterances: [] })
const records = (...ids: number[]) => ids.map(record).join('\n')

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('makes a feed, sends files with its key, and sees how it is doing', async ({ page }) => {
    await page.goto('/admin/feeds')
    await expect(page.getByText('No feeds yet')).toBeVisible()
    await page.getByRole('button', { name: 'New feed' }).click()
    const form = page.getByRole('dialog', { name: 'New feed' })
    await expect(form.getByRole('button', { name: 'Create feed' })).toBeDisabled()
    await form.getByLabel('Name').fill('words.ndjson')
    await form.getByLabel('The file is').selectOption('contract')
    await form.getByLabel('Its records are').selectOption('transcripts')
    await form.getByLabel('Each file has').selectOption('full')
    await expectAccessible(page, 'a new feed')
    await form.getByLabel('Name').press('Enter')
    const item = page.getByRole('list', { name: 'Feeds', exact: true }).getByRole('listitem').first()
    await expect(item).toContainText('No file yet')

    const actions = item.getByRole('button', { name: 'Actions for words.ndjson' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Keys' }).click()
    const keys = page.getByRole('dialog', { name: 'Keys of words.ndjson' })
    const address = await keys.getByLabel('Upload address').inputValue()
    await keys.getByRole('button', { name: 'New key' }).click()
    const key = await keys.getByLabel('New key').inputValue()
    await expectAccessible(page, 'the keys of a feed')
    const send = async (body: string) => {
      const headers = { 'x-feed-key': key, 'content-type': 'application/x-ndjson' }
      const response = await page.request.post(`${address}?wait=1`, { headers, data: body })
      return { status: response.status(), body: await response.json() }
    }
    expect((await send(records(9001, 9002))).body).toMatchObject({ status: 'done', rows: 2 })
    await page.reload()
    await expect(item).toContainText('On time')
    await expect(item).toContainText('2 rows')
    await expect(
      item.getByRole('img', { name: /^Rows of the last 1 file\. Newest: .*2 rows, imported\.$/ }),
    ).toBeVisible()

    expect((await send(records(9001))).body).toMatchObject({ status: 'stopped' })
    await page.reload()
    await expect(item).toContainText('1 of 2 transcripts are missing from this file, more than the limit of 10%.')
    await expectAccessible(page, 'a feed that was stopped')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page, 'feeds on a phone')
    await page.setViewportSize({ width: 1440, height: 900 })
    // Every report says so, too.
    await page.goto('/activity')
    await expect(page.getByText('the last words.ndjson was not imported')).toBeVisible()
    await page.goto('/admin/feeds')
    await item.getByRole('button', { name: 'Remove anyway' }).click()
    await expect(item).toContainText('1 removed')

    await actions.click()
    await page.getByRole('menuitem', { name: 'Keys' }).click()
    await keys.getByRole('button', { name: /^Revoke/ }).click()
    await expect(keys).toContainText('There are no keys yet.')
    expect((await send(records(9001))).status).toBe(401)
    await keys.getByRole('button', { name: 'Close' }).click()

    await actions.click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect(item).toContainText('Paused')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No feeds yet')).toBeVisible()
  })

  test('is told when the feeds can’t be loaded, and tries again', async ({ page, allowConsole }) => {
    allowConsole(/503|Away/)
    let isAway = true
    await page.route('**/api/feeds', (route) =>
      isAway
        ? route.fulfill({ status: 503, json: { error: { message: 'Away.', code: 'store_unavailable' } } })
        : route.continue(),
    )
    await page.goto('/admin/feeds')
    await expect(page.getByText('Away.')).toBeVisible()
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No feeds yet')).toBeVisible()
  })
})
