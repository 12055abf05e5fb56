import MailComposer from 'nodemailer/lib/mail-composer'

/** A file that comes with a mail. */
export interface MailFile {
  filename: string
  contentType: string
  content: Buffer
  /** The name by which the HTML shows it; such a file is part of the text and no attachment. */
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
  /** Stays the same however often the mail is tried, so that mailboxes know a second copy. */
  messageId: string
  date: Date
  headers: Readonly<Record<string, string>>
}

/** The mail as it travels. */
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
    // Nothing a person typed may make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
