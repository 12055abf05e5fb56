import { expect, expectAccessible, test } from './support/test'

test.describe('an administrator', () => {
  test.use({ user: 'adam' })

  test('reads who is to be erased, and confirms before anything is gone', async ({ page }) => {
    await page.goto('/admin/erase')
    const show = page.getByRole('button', { name: 'Show who they are' })
    await expect(show).toBeDisabled()
    await page.getByLabel('Prospects').fill('not an id')
    await expect(page.getByText('Ids are whole numbers such as 1201.')).toBeVisible()
    await page.getByLabel('Prospects').fill('')
    await page.getByLabel('Users').fill('999999999')
    await show.click()
    await expect(page.getByText('There is no record of user 999999999.')).toBeVisible()
    const erase = page.getByRole('button', { name: 'Erase permanently' })
    await expect(erase).toBeDisabled()
    await expectAccessible(page, 'erasing people')
    await page.getByLabel('I understand that this can’t be undone.').check()
    await erase.click()
    await expect(page.getByText('0 people erased. Counted again: nothing is left.')).toBeVisible()
  })
})
