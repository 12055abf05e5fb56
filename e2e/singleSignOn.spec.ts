import { APP, expect, expectAccessible, setColorScheme, test, WEEK, waitForReport } from './support/test'

test.use({ user: '' })

test('a user signs in at the provider and returns to the requested page; an unknown person reads why not', async ({
  page,
}) => {
  await setColorScheme(page, 'light')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto(`/calls?${WEEK}&group_by=source`)
  await expect(page).toHaveURL(/\/login\?next=/)
  await expectAccessible(page, 'the sign-in with a provider')
  const [provider, field] = await Promise.all(
    [page.getByRole('link', { name: 'Sign in with Harbor ID' }), page.getByLabel('User name')].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(provider?.y).toBeLessThan(field?.y ?? 0)
  await page.getByRole('link', { name: 'Sign in with Harbor ID' }).click()
  await page.getByRole('link', { name: 'stranger' }).click()
  await expect(page.getByRole('alert')).toContainText('No account matches this sign-in.')
  await expect(page).toHaveURL(/\/login\?next=[^&]*$/)

  // The provider remembers its session; another browser does not have it.
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Sign in with Harbor ID' }).click()
  await page.getByRole('link', { name: 'maria' }).click()
  await waitForReport(page)
  await expect(page).toHaveURL(/\/calls\?.*group_by=source/)
  await expect(page.getByRole('button', { name: 'Account of Maria Moss' })).toBeVisible()
  const tokens = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.endsWith('-token')))
  expect(tokens).toHaveLength(2)
  for (const [, token] of tokens) expect(addresses.filter((address) => address.includes(String(token)))).toEqual([])
  const cookies = await page.context().cookies(`${APP}/api/auth/sso/session`)
  expect(cookies.filter(({ name }) => name.startsWith('leaselight'))).toEqual([])
  // Going back reaches no page that would sign in again.
  await page.goBack()
  expect(page.url()).not.toContain('sso=done')
})
