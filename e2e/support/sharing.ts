import type { Page } from '@playwright/test'
import { expect, fetchApi } from './test'

/** The dialog that is open. */
export const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses an action of a menu. */
export const chooseAction = async (page: Page, menu: string, action: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** In the form that sends a report: those who will get it. */
export const recipients = (page: Page) => dialog(page).getByRole('list', { name: 'Recipients' }).getByRole('listitem')

/** The field that takes another of them. */
export const to = (page: Page) => dialog(page).getByRole('combobox', { name: 'Name or email address' })

/** Mails of an installation without a mail server, newest first. */
interface Outbox {
  rows: { id: string; to: string; subject: string }[]
}

/** Waits for the mail to that address with this text in its subject, and returns its id. */
export async function waitForMail(address: string, subject: RegExp): Promise<string> {
  let id: string | undefined
  await expect(async () => {
    const { rows } = await fetchApi<Outbox>('adam', '/api/outbox')
    id = rows.find((mail) => mail.to.includes(address) && subject.test(mail.subject))?.id
    expect(id, rows.map((mail) => `${mail.to}: ${mail.subject}`).join('\n')).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return id ?? ''
}

/** The access token of the user whose browser it is. */
export async function signedInToken(page: Page): Promise<string> {
  const { origins } = await page.context().storageState()
  return origins[0]?.localStorage.find(({ name }) => name === 'leaselight.access-token')?.value ?? ''
}
