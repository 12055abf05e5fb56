import type { Page } from '@playwright/test'

/** The dialog that is open. */
export const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses an action of a menu. */
export const chooseAction = async (page: Page, menu: string, action: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The access token of the user whose browser it is. */
export async function signedInToken(page: Page): Promise<string> {
  const { origins } = await page.context().storageState()
  return origins[0]?.localStorage.find(({ name }) => name === 'leaselight.access-token')?.value ?? ''
}
