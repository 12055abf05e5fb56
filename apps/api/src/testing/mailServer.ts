import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server for tests, which accepts and parses all mail. */
export interface MailServer {
  url: string
  port: number
  /** What it took, in order. */
  mails: ReceivedMail[]
  close: () => Promise<void>
}

export interface ReceivedMail extends Email {
  envelopeTo: string[]
}

/** How the server behaves otherwise than taking everything. */
export interface MailServerBehavior {
  port?: number
  onConnect?: SMTPServerOptions['onConnect']
  onRcptTo?: SMTPServerOptions['onRcptTo']
  /** Runs when a mail has been received completely, before it is accepted; an error rejects it. */
  beforeAccept?: (mail: ReceivedMail) => Promise<void> | void
}

/** A mail server's refusal with its code. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** Starts one on a free port, or on a given one. */
export async function mailServer({
  port = 0,
  onConnect,
  onRcptTo,
  beforeAccept,
}: MailServerBehavior = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    ...(onConnect && { onConnect }),
    ...(onRcptTo && { onRcptTo }),
    onData: (stream, session, done) => {
      const take = async () => {
        const parsed = await PostalMime.parse(await buffer(stream))
        const mail = { ...parsed, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) }
        await beforeAccept?.(mail)
        mails.push(mail)
      }
      take().then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  // Clients that go away in the middle are what tests are about.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: open } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${open}`,
    port: open,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
