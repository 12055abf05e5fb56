import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RUN, SHORT_LIVED } from '@leaselight/run'
import { afternoonFiles, fixtureCompany, freePort, reports, toCamel } from './support/product'
import { readTable, showAllColumns } from './support/table'
import { expect, expectAccessible, expectNoHorizontalScroll, test, waitForReport } from './support/test'

// A real installation, from an empty folder to the first number, as a new customer with one file sets it up.

let folder: string
let server: ChildProcess
let output = ''
let url: string

test.use({ user: '' })
test.setTimeout(300_000)
// The second signs in as whom the first made, so a retry has to begin with the first.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-first-'))
  const [port, crmPort] = [await freePort(), await freePort()]
  url = `http://localhost:${port}`
  const main = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url))
  server = spawn(process.execPath, [...SHORT_LIVED, RUN, main], {
    env: {
      ...process.env,
      PORT: String(port),
      CRM_PORT: String(crmPort),
      CRM_URL: '',
      DATA_DIR: join(folder, 'data'),
      SAMPLE: 'off',
      CRM_STAND_IN: 'on',
      BUILD_WEB: 'off',
      NOW: fixtureCompany.now,
    },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  while (!output.includes('Ctrl-C') && server.exitCode === null) await sleep(50)
})
test.afterAll(async () => {
  server.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const leads = `id,property_id,source,insert_method,first_contact_channel,created_at,status
1,1,Website,web-form,internet,2026-01-10T09:00:00-07:00,waiting
2,1,Website,web-form,internet,2026-01-11T10:00:00-07:00,booked
3,1,Drive By,walk-in,walk-in,2026-01-12T11:00:00-07:00,visited
`

test('an empty installation becomes a company with numbers', async ({ page, browser, allowConsole }) => {
  expect(output).toContain('This installation is not finished:')
  await page.goto(`${url}/login`)
  await expect(page.getByRole('note')).toContainText('This installation is new.')

  const link = /^ +(http\S+\/setup#\S+)$/m.exec(output)?.[1] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set up Leaselight' })).toBeVisible()
  // The code is gone from the address, and with it from the history.
  await expect(page).toHaveURL(`${url}/setup`)
  await expectAccessible(page, 'the form of the setup link')
  await page.getByLabel('Company name').fill('Maple Homes')
  await page.getByLabel('Time zone').selectOption('Mountain Time')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Stone')
  await page.getByLabel('Email').fill('ada@maple.example')
  await page.getByLabel('Password').first().fill('open sesame')
  await page.getByRole('button', { name: 'Create company' }).click()

  await expect(page.getByRole('heading', { name: 'Set up Maple Homes' })).toBeVisible()
  // Any other page shows the checklist too.
  await page.goto(`${url}/activity`)
  await expect(page.getByRole('heading', { name: 'Set up Maple Homes' })).toBeVisible()
  await page.getByLabel('Property name').fill('Maple Court')
  await page.getByRole('button', { name: 'Add property' }).click()
  await expect(page.getByRole('list', { name: 'Properties' })).toHaveText('Maple Court, Mountain Time, id 1')
  await expectAccessible(page, 'the setup checklist')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page, 'the setup checklist on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Manager')
  await page.getByLabel('Email').fill('mia@maple.example')
  await page.getByRole('button', { name: 'Add user' }).click()
  const invitation = page.getByText(/^http\S+\/change-password\?\S+$/)
  await expect(invitation).toBeVisible()
  const invited = await browser.newPage()
  await invited.goto((await invitation.textContent()) ?? '')
  await invited.getByLabel('New password', { exact: true }).fill('mia’s own words')
  await invited.getByLabel('New password again').fill('mia’s own words')
  await invited.getByRole('button', { name: 'Change password' }).click()
  await expect(invited.getByRole('heading', { name: 'Good to see you, Mia' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: /^Users.*done$/ })).toBeVisible()

  await page.getByRole('link', { name: 'Import data' }).click()
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(leads) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  // Among the company, the property and the user, which came in like any import.
  await expect(page.getByRole('region', { name: 'Earlier imports' })).toContainText('Prospects')
  await page.getByRole('link', { name: 'Back to the checklist' }).click()
  await expect(page.getByRole('heading', { name: /^Data.*done$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Keep the stand-in' }).click()

  await expect(page).toHaveURL(/\/insights\?/)
  await page.goto(`${url}/activity?start_date=2026-01-08&end_date=2026-01-14`)
  await waitForReport(page)
  const { header, rows } = await readTable(page, false)
  expect(rows.map((row) => [row[0], row[header.indexOf('Leads')]])).toEqual([
    ['Maple Court', '3'],
    ['Total', '3'],
  ])

  // The invited manager reads the same, by the hand-over of the stand-in.
  await invited.getByRole('button', { name: 'Analytics' }).click()
  await expect(invited).toHaveURL(/\/insights/)
  await expect(invited.getByRole('button', { name: 'Account of Mia Manager' }).first()).toBeVisible()
  await invited.close()
  // The link was for once.
  allowConsole(/status of 404|This setup link has been used/)
  await page.goto(link)
  await expect(page.getByText('This setup link has been used or has expired.')).toBeVisible()
})

test('an afternoon’s files of another system become the numbers that a person counts in them', async ({ page }) => {
  const { properties, files, counts } = afternoonFiles()
  await page.goto(`${url}/login`)
  await page.getByLabel('User name').fill('ada@maple.example')
  await page.getByLabel('Password').first().fill('open sesame')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/insights/)
  const propertyTable = ['Property,Time zone', ...properties.map(({ name, time_zone }) => `${name},${time_zone}`)]
  const tables = { 'properties.csv': propertyTable.join('\r\n'), ...files }
  const rows: Record<string, number> = { 'properties.csv': properties.length, ...counts.rows }
  for (const [name, text] of Object.entries(tables)) {
    await page.goto(`${url}/admin/import`)
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    // Recognized without a question.
    await expect(page.getByRole('table', { name: 'The first rows, as they will be read' })).toBeVisible()
    await expect(page.getByRole('group', { name: /question/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Import finished' }).getByRole('status')).toHaveText(
      `Imported: ${(rows[name] ?? 0).toLocaleString('en-US')} new.`,
    )
  }

  const period = 'start_date=2026-03-01&end_date=2026-03-14'
  const { activity, conversions, renewals, occupancy, lost } = counts
  const { expiring, renewed, undecided } = renewals
  const expected: [key: string, query: string, numbers: Record<string, number>][] = [
    ['activity', period, activity],
    ['conversions', period, conversions],
    ['renewals', period, { expiring, renewed, undecided }],
    ['loss-reasons', period, { lost: Object.values(lost).reduce((sum, number) => sum + number, 0) }],
    ['occupancy', '', occupancy],
  ]
  for (const [key, query, numbers] of expected) {
    await page.goto(`${url}/${key}?${query}`)
    await waitForReport(page)
    await showAllColumns(page)
    const { header, rows } = await readTable(page)
    const total = rows.find(([name]) => name === 'Total') ?? []
    const columns: Record<string, { label: string }> = reports.find((report) => report.key === key)?.columns ?? {}
    const shown = Object.keys(numbers).map((column) => {
      const at = header.indexOf(columns[toCamel(column)]?.label ?? '')
      return [column, Number(total[at]?.replaceAll(',', ''))]
    })
    expect([key, Object.fromEntries(shown)]).toEqual([key, numbers])
    if (key !== 'loss-reasons') continue
    const reasons = rows.map((row) => [row[0], Number(row[header.indexOf('Lost')])])
    expect(Object.fromEntries(reasons)).toMatchObject(lost)
  }

  // Boxscore is of one property: the first of the table that was imported.
  const { name } = properties[0] ?? { name: '' }
  await page.goto(`${url}/boxscore?${period}`)
  await page.getByRole('button', { name: /^Property/ }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await waitForReport(page)
  const leasing = page.getByRole('region', { name: 'Leasing', exact: true })
  const numbers = counts.byProperty[name]
  for (const [label, number] of Object.entries({
    Leads: numbers?.leads,
    Visits: numbers?.visits,
    Leases: numbers?.leases,
  })) {
    const line = leasing.getByRole('row').filter({ hasText: new RegExp(`^${label}`) })
    await expect(line.getByRole('cell').first()).toHaveText(String(number))
  }
})
