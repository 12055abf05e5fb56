import MailComposer from 'nodemailer/lib/mail-composer'

/** A file attached to a mail. */
export interface MailFile {
  filename: string
  contentType: string
  content: Buffer
  /** The name by which the HTML embeds it; an embedded file is not listed as an attachment. */
  cid?: string
}

/** A finished mail to one person. */
export interface Mail {
  from: string
  to: { name: string | null; email: string }
  replyTo: string | null
  subject: string
  html: string
  text: string
  files: readonly MailFile[]
  /** The same at every attempt, so that mailboxes recognize a second copy. */
  messageId: string
  date: Date
  headers: Readonly<Record<string, string>>
}

/** The mail's bytes as sent. */
export function compose({
  from,
  to,
  replyTo,
  subject,
  html,
  text,
  files,
  messageId,
  date,
  headers,
}: Mail): Promise<Buffer> {
  return new MailComposer({
    from,
    to: { name: to.name ?? '', address: to.email },
    ...(replyTo && { replyTo }),
    subject,
    html,
    text,
    messageId,
    date,
    headers,
    attachments: files.map(({ filename, contentType, content, cid }) => ({
      filename,
      contentType,
      content,
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    })),
    // User input must not make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
