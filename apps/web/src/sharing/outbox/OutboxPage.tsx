import { pluralize } from '@leaselight/model'
import { EmptyState, ErrorState, LoadingInline, PageHeader, useIsPhone } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import { saveFile } from '../../report/export/download'
import type { Search } from '../../state/address'
import { MAILS_PER_PAGE, outbox, outboxMailDetail } from '../queries'
import type { OutboxMail, OutboxMailDetail } from '../types'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { MailFrame } from './MailFrame'
import { MailRulesSection } from './MailRulesSection'
import classes from './page.module.css'

const PATH = '/outbox'

/** The mails of an installation without a mail server: what would have been sent, to read and download. */
export default function OutboxPage() {
  const { client } = useServices()
  const { search, push } = useAddress()
  const phone = useIsPhone()
  const page = Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1)
  const { data, error, isPending, refetch } = useQuery({ ...outbox(client, page), placeholderData: keepPreviousData })
  const place: Search = page === 1 ? {} : { page: String(page) }
  return (
    <>
      <PageHeader title="Outbox" question="Which emails are kept here instead of being sent?" />
      <p className={blocks.about}>
        Without a mail server, mails are kept here and none is sent. With one, they go out instead.
      </p>
      <MailRulesSection />
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading the outbox" />}
      {data && data.rows.length === 0 && (
        <EmptyState title="No mails">No emails yet, or your mail server sends them.</EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <div className={classes.outbox}>
          {phone && search.mail && (
            <Button size="xs" variant="default" className={classes.back} onClick={() => push(PATH, place)}>
              All mails
            </Button>
          )}
          <div hidden={phone && search.mail !== undefined}>
            <ul className={classes.mails} aria-label="Mails">
              {data.rows.map((mail) => (
                <li key={mail.id}>
                  <MailLine
                    mail={mail}
                    active={mail.id === search.mail}
                    onOpen={() => push(PATH, { ...place, mail: mail.id })}
                  />
                </li>
              ))}
            </ul>
            <div className={blocks.buttons}>
              <span className={blocks.quiet}>{pluralize(data.total, 'mail')}</span>
              {data.total > MAILS_PER_PAGE && (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={page === 1}
                    onClick={() => push(PATH, page > 2 ? { page: String(page - 1) } : {})}
                  >
                    Newer
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={page * MAILS_PER_PAGE >= data.total}
                    onClick={() => push(PATH, { page: String(page + 1) })}
                  >
                    Older
                  </Button>
                </>
              )}
            </div>
          </div>
          {search.mail ? (
            <OpenMail id={search.mail} />
          ) : (
            !phone && <p className={blocks.quiet}>Choose a mail to read it.</p>
          )}
        </div>
      )}
    </>
  )
}

function MailLine({ mail, active, onOpen }: { mail: OutboxMail; active: boolean; onOpen: () => void }) {
  const moment = useFormatMoment()
  return (
    <button type="button" className={`${classes.mail} ll-focus`} aria-current={active || undefined} onClick={onOpen}>
      <span className={classes.mailSubject}>{mail.subject}</span>
      {mail.attachments.length > 0 && <IconPaperclip size={14} stroke={1.5} aria-label="With attachments" />}
      <span className={classes.mailSmall}>
        {mail.to} · {moment(mail.createdAt)}
      </span>
    </button>
  )
}

function OpenMail({ id }: { id: string }) {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(outboxMailDetail(client, id))
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Loading the mail" />
  return <ReadMail mail={data} />
}

function ReadMail({ mail }: { mail: OutboxMailDetail }) {
  const { client } = useServices()
  const moment = useFormatMoment()
  const download = useSharingMutation(async ({ index, filename }: { index: number; filename: string }) => {
    const response = await client.raw(`/api/outbox/${encodeURIComponent(mail.id)}/attachments/${index}`)
    saveFile(filename, await response.blob())
  })
  return (
    <article className={classes.reading} aria-label={mail.subject}>
      <h2 className={classes.title}>{mail.subject}</h2>
      <p className={blocks.quiet}>
        From {mail.from} to {mail.to}, {moment(mail.createdAt)}
      </p>
      {mail.attachments.length > 0 && (
        <div className={blocks.buttons}>
          {mail.attachments.map(({ index, filename }) => (
            <Button
              key={index}
              size="xs"
              variant="default"
              className={classes.attachment}
              leftSection={<IconPaperclip size={14} stroke={1.5} aria-hidden />}
              onClick={() => download.mutate({ index, filename })}
            >
              {filename.split('.').at(-1)?.toUpperCase()} · {filename}
            </Button>
          ))}
        </div>
      )}
      <MailFrame className={classes.html} title={`Mail: ${mail.subject}`} html={mail.html} />
    </article>
  )
}
