import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** The result of delivering one mail to the mail server. */
export type SendResult =
  | { kind: 'sent' }
  /** The mail server rejects this address for good. */
  | { kind: 'refused'; reason: string }
  /** It may accept the mail later; `everybody`: it accepts no mail at all now. */
  | { kind: 'later'; reason: string; everybody: boolean }
  /** It went silent after the last line: whether it has the mail can't be known. */
  | { kind: 'doubt'; reason: string }
  /** `beforeEnd` returned false. */
  | { kind: 'stopped' }

/** The connection to a mail server. */
export interface Mailer {
  /**
   * Delivers one mail. Its last line waits for `beforeEnd`: until that returns true the mail server can't have accepted the
   * mail, so what `beforeEnd` stored is reliable after a crash.
   */
  deliver(mail: { from: string; to: string; content: Buffer; beforeEnd: () => Promise<boolean> }): Promise<SendResult>
  /** Connects, greets the mail server and disconnects; rejects when it doesn't respond. */
  checkConnection(): Promise<void>
}

export interface MailerTimeouts {
  connectMs: number
  silenceMs: number
}

const TIMES: MailerTimeouts = { connectMs: 10_000, silenceMs: 60_000 }

/** The library's own types leave out the credentials that an address may have. */
type ConnectionOptions = SMTPConnection.Options & { auth?: SMTPConnection.AuthenticationType }

/** The mailer for an SMTP address; every mail gets its own connection. */
export function createMailer(smtpUrl: string, { connectMs, silenceMs }: MailerTimeouts = TIMES): Mailer {
  const options: ConnectionOptions = {
    ...parseConnectionUrl(smtpUrl),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
  }
  return {
    async deliver({ from, to, content, beforeEnd }) {
      let handed = false
      const held = async function* () {
        yield content
        if (!(await beforeEnd())) throw new SendCancelled()
        handed = true
      }
      try {
        // Read only once the mail server accepts the message data.
        const stream = Readable.from(held(), { objectMode: false })
        await sendOverConnection(options, { from: bareAddress(from), to: [to] }, stream)
        return { kind: 'sent' }
      } catch (error) {
        return toSendResult(error, to, handed)
      }
    },
    checkConnection: () => checkConnection(options),
  }
}

function checkConnection(options: ConnectionOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options)
    connection.on('error', (error) => {
      reject(error)
      connection.close()
    })
    connection.once('end', () => reject(new Error('the connection was closed')))
    connection.connect(() => {
      resolve()
      connection.quit()
    })
  })
}

/**
 * One SMTP session on the bare connection: the library's transport would buffer the whole mail, and call `beforeEnd`, before
 * the mail server is ready for it.
 */
function sendOverConnection(
  options: ConnectionOptions,
  envelope: SMTPConnection.Envelope,
  mail: Readable,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options)
    const fail = (error: Error) => {
      // The cause first: the close event only says that the connection was closed.
      reject(error)
      mail.destroy()
      connection.close()
    }
    const step = (next: () => void) => (error?: Error | null) => (error ? fail(error) : next())
    const send = () =>
      connection.send(
        envelope,
        mail,
        step(() => {
          connection.quit()
          resolve()
        }),
      )
    connection.on('error', fail)
    connection.once('end', () => fail(new Error('the connection was closed')))
    connection.connect(
      step(() => {
        const { auth } = options
        if (auth && connection.allowsAuth) connection.login(auth, step(send))
        else send()
      }),
    )
  })
}

class SendCancelled extends Error {}

/** The bare address of `Name <address>`. */
export const bareAddress = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from.trim()

function toSendResult(error: unknown, to: string, handed: boolean): SendResult {
  const { code, command, response, responseCode } = fieldsOf(error)
  if (error instanceof SendCancelled || (code === 'ESTREAM' && !handed)) return { kind: 'stopped' }
  const said = response ? `: ${response.slice(0, 300)}` : '.'
  if (responseCode === undefined) {
    const reason = handed
      ? 'The mail server went silent after the last line of the mail.'
      : `The mail server can’t be reached (${reasonOf(error)}).`
    return handed ? { kind: 'doubt', reason } : { kind: 'later', reason, everybody: true }
  }
  // Errors of the connection, the sign-in or the sender concern this installation, not the recipient's address.
  if (command === 'MAIL FROM' || code === 'EAUTH' || /^AUTH|^(CONN|EHLO|HELO|STARTTLS)/.test(command ?? ''))
    return { kind: 'later', reason: `The mail server does not let us send${said}`, everybody: true }
  if (responseCode >= 500)
    return {
      kind: 'refused',
      reason: `The mail server refused ${command === 'RCPT TO' ? to : 'the mail'}${said}`,
    }
  return { kind: 'later', reason: `The mail server deferred the message${said}`, everybody: false }
}

interface SmtpFields {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

function fieldsOf(error: unknown): SmtpFields {
  const fields: SmtpFields = {}
  if (!(error instanceof Error)) return fields
  if ('code' in error && typeof error.code === 'string') fields.code = error.code
  if ('command' in error && typeof error.command === 'string') fields.command = error.command
  if ('response' in error && typeof error.response === 'string') fields.response = error.response
  if ('responseCode' in error && typeof error.responseCode === 'number') fields.responseCode = error.responseCode
  return fields
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.split('\n')[0]?.slice(0, 200) || error.name : String(error)
