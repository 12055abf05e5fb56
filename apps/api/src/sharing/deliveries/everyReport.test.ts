import { reports } from '@leaselight/reports'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailServer, mailServer } from '../../testing/mailServer'
import { requestHelpers } from '../../testing/requests'
import { NOW, onlyProperty, type TestServer, testServer } from '../../testing/server'

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

const { ok, settled } = requestHelpers(
  () => server,
  () => NOW,
)

const contentBytes = (content: string | ArrayBuffer | Uint8Array): number =>
  typeof content === 'string' ? content.length : content.byteLength

test.each(reports.map((report) => [report.key, report] as const))(
  '%s is mailed with numbers, pictures, a CSV and a PDF file',
  async (key, report) => {
    const { delivery } = await ok('POST', '/api/share-report', {
      report: key,
      params: onlyProperty(report, 11),
      emails: ['someone@outside.example'],
      formats: ['csv', 'pdf'],
    })
    expect(await settled(delivery.id)).toMatchObject({ status: 'sent', recipients: [{ reason: null }] })
    const [mail] = mails.mails
    const files = mail?.attachments.filter(({ disposition }) => disposition === 'attachment') ?? []
    expect(files.map(({ mimeType }) => mimeType)).toEqual(['text/csv', 'application/pdf'])
    for (const { content } of files) expect(contentBytes(content)).toBeGreaterThan(200)
    expect(mail?.text).toContain('https://reports.example')
    expect(mail?.text).toContain(report.title)
    expect(mail?.html).toContain('<table')
  },
)
