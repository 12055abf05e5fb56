import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** How handing over one mail ended. */
export type SendResult =
  | { kind: 'sent' }
  /** The mail server will never take it for this address. */
  | { kind: 'refused'; reason: string }
  /** It may take it later; `everybody` says that it took nobody's. */
  | { kind: 'later'; reason: string; everybody: boolean }
  /** It went silent after the last line: nobody knows whether it took the mail. */
  | { kind: 'doubt'; reason: string }
  /** `beforeEnd` forbade it. */
  | { kind: 'stopped' }

/** The way to the mail server. */
export interface Mailer {
  /**
   * Hands over one mail. Its last line waits for `beforeEnd`: until that says true the mail server can't have taken the
   * mail, so what was noted before can be relied on after a crash.
   */
  deliver(mail: { from: string; to: string; content: Buffer; beforeEnd: () => Promise<boolean> }): Promise<SendResult>
  /** Says good day to the mail server and leaves; rejects when it does not answer. */
  checkConnection(): Promise<void>
}

export interface MailerTimeouts {
  connectMs: number
  silenceMs: number
}

const TIMES: MailerTimeouts = { connectMs: 10_000, silenceMs: 60_000 }

/** The library's own types leave out the sign-in that an address may hold. */
type ConnectionOptions = SMTPConnection.Options & { auth?: SMTPConnection.AuthenticationType }

/** Opens the way to the mail server at an SMTP address; every mail gets a connection of its own. */
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
        // Read by nobody before the mail server has asked for the mail itself.
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
 * One conversation with the mail server, over its connection alone: the library's transport would read the mail into its
 * own buffers before the mail server is ready for it, and with it the permission to end it.
 */
function sendOverConnection(
  options: ConnectionOptions,
  envelope: SMTPConnection.Envelope,
  mail: Readable,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = new SMTPConnection(options)
    const fail = (error: Error) => {
      // First the reason: closing says of itself only that the connection was closed.
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
  // Who may send at all is between us and the mail server; the address has nothing to do with it.
  if (command === 'MAIL FROM' || code === 'EAUTH' || /^AUTH|^(CONN|EHLO|HELO|STARTTLS)/.test(command ?? ''))
    return { kind: 'later', reason: `The mail server does not let us send${said}`, everybody: true }
  if (responseCode >= 500)
    return {
      kind: 'refused',
      reason: `The mail server refused ${command === 'RCPT TO' ? to : 'the mail'}${said}`,
    }
  return { kind: 'later', reason: `The mail server asked us to try later${said}`, everybody: false }
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
