import { layoutFaults, parseCsv, parsePdf, parseXlsx } from '@leaselight/files/testing'
import { reports } from '@leaselight/reports'
import { fixtureCompany } from '@leaselight/sample'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentTypes } from '../../reports/export'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { schemaErrors } from '../../testing/responseSchemas'
import { NOW, onlyProperty, type TestServer, testServer } from '../../testing/server'
import { sheetOnScreen } from '../../testing/sheets'

// Whatever leaves the product leaves for every report: what one kind of chart can't do must not stop a mail.

let mails: MailServer
let server: TestServer
beforeAll(async () => {
  mails = await mailServer()
  server = await testServer({ SMTP_URL: mails.url, PUBLIC_URL: 'https://reports.example', MAIL_LIMIT: '1000' })
})
afterEach(() => {
  mails.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await mails.close()
})

const { ask, ok, settled } = requestHelpers(
  () => server,
  () => NOW,
)

const contentBytes = (content: string | ArrayBuffer | Uint8Array): number =>
  typeof content === 'string' ? content.length : content.byteLength

test.each(reports.map((report) => [report.key, report] as const))(
  '%s is mailed with numbers, pictures, and a file of each format',
  async (key, report) => {
    const { delivery } = await ok('POST', '/api/share-report', {
      report: key,
      params: onlyProperty(report, 11),
      emails: ['someone@outside.example'],
      formats: ['csv', 'pdf', 'xlsx'],
    })
    expect(await settled(delivery.id)).toMatchObject({ status: 'sent', recipients: [{ reason: null }] })
    const [mail] = mails.mails
    const files = mail?.attachments.filter(({ disposition }) => disposition === 'attachment') ?? []
    expect(files.map(({ mimeType }) => mimeType)).toEqual(['application/pdf', contentTypes.xlsx, 'text/csv'])
    for (const { content } of files) expect(contentBytes(content)).toBeGreaterThan(200)
    expect(mail?.text).toContain('https://reports.example')
    expect(mail?.text).toContain(report.title)
    expect(mail?.html).toContain('<table')
    const { lines } = await sheetOnScreen(report, onlyProperty(report, 11), [], (url, params) =>
      ok('GET', `${url}?${new URLSearchParams(params)}`),
    )
    for (const { label, text, toDate } of lines) {
      expect(mail?.text).toMatch(new RegExp(`^${label.replaceAll(/[()%]/g, '\\$&')}: ${text}.*${toDate}`, 'm'))
      expect(mail?.html).toContain(`>${label}<`)
    }
  },
)

describe('a report with a page for each property', () => {
  const weekly = {
    name: 'Mondays',
    report: 'boxscore',
    params: { start_date: '2026-03-08', end_date: '2026-03-14' },
    property_pages: [],
    frequency: 'WEEKLY',
    weekdays: [1],
    time: '07:00',
    time_zone: 'America/New_York',
    formats: ['pdf', 'csv', 'xlsx'],
    emails: [],
  }
  const attached = (type: string) => {
    const file = mails.mails[0]?.attachments.find(({ mimeType }) => mimeType === type)
    return Buffer.from(file?.content as ArrayBuffer)
  }

  test('is one schedule: its mail shows the league table, its PDF a page for each after the cover', async () => {
    const made = await ok('POST', '/api/scheduled-reports', weekly)
    expect(await schemaErrors(server.app, 'ScheduledReport', made)).toBeNull()
    expect([made.property_pages, made.in_words]).toEqual([[], expect.arrayContaining(['A page for every property'])])
    const sent = await ok('POST', `/api/scheduled-reports/${made.id}/send-now`)
    expect(await settled(sent.id)).toMatchObject({ status: 'sent', property_pages: [] })
    const [mail] = mails.mails
    const numbers = async (report: string, property = '') =>
      (await ok('GET', `/api/reports/${report}?start_date=2026-03-08&end_date=2026-03-14${property}`)).total
    const [harbor, sunset] = await Promise.all(['&property=11', '&property=12'].map((one) => numbers('boxscore', one)))
    const line = (name: string, { leads, prospects, visits, net_leases }: Record<string, number>) =>
      `${name}: Leads ${leads}, Prospects ${prospects}, Visits ${visits}, Net leases ${net_leases}, Occupied %`
    expect(mail?.text).toContain(line('Harbor Point', harbor))
    expect(mail?.text).toContain(line('Sunset Terrace', sunset))
    for (const name of ['Harbor Point', 'Sunset Terrace']) expect(mail?.html).toContain(`>${name}<`)
    const csv = parseCsv(attached('text/csv'))
    const [homes, both] = [await numbers('boxscore-resident', '&property=11'), await numbers('boxscore-resident')]
    // The total is counted from both, not from their rates.
    expect(csv.slice(1, 4).map(([name, leads, , , , occupied]) => [name, leads, occupied])).toEqual([
      ['Harbor Point', String(harbor.leads), String(homes.occupied_ratio)],
      ['Sunset Terrace', String(sunset.leads), expect.any(String)],
      ['Total', String(harbor.leads + sunset.leads), String(both.occupied_ratio)],
    ])
    const sheets = parseXlsx(attached(contentTypes.xlsx))
    expect(sheets.map(({ name }) => name)).toEqual(['About', 'All properties', 'Harbor Point', 'Sunset Terrace'])
    expect(sheets[1]?.rows.map((row) => row[0]?.value)).toEqual(['Property', 'Harbor Point', 'Sunset Terrace', 'Total'])
    const pdf = parsePdf(attached('application/pdf'))
    expect([pdf.pages.length, layoutFaults(pdf)]).toEqual([3, []])
    const onPage = (page: number) => pdf.texts.filter((text) => text.page === page).map(({ text }) => text)
    expect(onPage(0)).toEqual(expect.arrayContaining(['2 properties', 'Ranked by net leases.', 'Harbor Point']))
    expect([onPage(1).includes('Harbor Point'), onPage(2).includes('Sunset Terrace')]).toEqual([true, true])
    expect(onPage(1).join('\n')).toContain('12 Wharf Street, Boston, MA 02110 · 6 units')
    expect((await ok('PUT', `/api/scheduled-reports/${made.id}`, { property_pages: null })).property_pages).toBeNull()
  })

  test('has only what its sender may see now, and says what is left out', async () => {
    const [record] = (fixtureCompany.users ?? []).filter(({ id }) => id === 202)
    const change = (property_ids: number[]) => server.store.load({ users: [{ ...record, property_ids }] })
    await change([11, 12])
    const noah = { user_id: 202 }
    const { id } = await ok('POST', '/api/scheduled-reports', { ...weekly, property_pages: [11, 12] }, noah)
    await change([11])
    await ok('POST', `/api/scheduled-reports/${id}/send-now`, {}, noah)
    await server.app.deliverNow()
    expect(mails.mails[0]?.text).toContain('1 of the chosen properties is no longer open to Noah North and left out.')
    expect(mails.mails[0]?.text).not.toContain('Sunset Terrace')
    expect(parsePdf(attached('application/pdf')).pages).toHaveLength(2)
    const unseen = await ask('POST', '/api/scheduled-reports', { ...weekly, property_pages: [12] }, noah)
    expect([unseen.status, unseen.body.error.message]).toEqual([404, 'There is no such property.'])
  })

  test('is refused with a sentence where a report can’t have it, and is a download, too', async () => {
    const { status, body } = await ask('POST', '/api/scheduled-reports', { ...weekly, report: 'activity' })
    expect([status, body.error.message]).toEqual([
      400,
      'Activity can’t have a page for each property. Only Boxscore can.',
    ])
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    expect((await ask('POST', '/api/scheduled-reports', { ...weekly, property_pages: many })).status).toBe(400)
    const query = `mutation { exportBoxscoreReport(input: { format: PDF, startDate: "2026-03-08", endDate: "2026-03-14", propertyPages: [11] }) { content } }`
    const { data } = await ok('POST', '/api/graphql', { query })
    expect(parsePdf(Buffer.from(data.exportBoxscoreReport.content, 'base64')).pages).toHaveLength(2)
  })
})
