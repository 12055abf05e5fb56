import { initialState, type ReportDefinition } from '@leaselight/model'
import { ErrorState, LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import classes from '../components/lists.module.css'
import { Starters } from '../components/Starters'
import { deliveries } from '../queries'
import SendDrawer from '../send/SendDrawer'
import type { Delivery } from '../types'
import { useFormatMoment } from '../useFormatMoment'
import { useSharingMutation } from '../useSharingMutation'
import { DeliveryOutcome } from './DeliveryOutcome'

const kindLabels: Record<Delivery['kind'], string> = {
  schedule: 'By schedule',
  now: 'Sent now',
  share: 'Shared',
  insights: 'Morning page',
  message: 'Message',
  watch: 'Watched number',
}

/** Everything the reader sent, newest first, with every recipient's outcome. */
export function SentList() {
  const { client } = useServices()
  const { push } = useAddress()
  const moment = useFormatMoment()
  const { data, error, isPending, refetch } = useQuery(deliveries(client))
  const [started, setStarted] = useState<ReportDefinition | null>(null)
  const again = useSharingMutation((id: string) => client.json(`/api/deliveries/${id}/retry`, { body: {} }))
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Loading what was sent" />
  if (data.length === 0)
    return (
      <>
        <Starters verb="Send" onStart={setStarted}>
          Nothing sent yet. Reports and messages that you send appear here, with who got them.
        </Starters>
        {started && (
          <SendDrawer subject={{ report: started, state: initialState(started) }} onClose={() => setStarted(null)} />
        )}
      </>
    )
  return (
    <ul className={classes.list} aria-label="Sent">
      {data.map((item) => (
        <li key={item.id} className={classes.item}>
          <div className={classes.itemWords}>
            <p className={blocks.quiet}>
              {[kindLabels[item.kind], item.property, moment(item.createdAt)].filter(Boolean).join(' · ')}
            </p>
            <h2 className={classes.itemName}>
              {item.address ? (
                <a
                  href={item.address}
                  className="ll-focus"
                  onClick={(event) => {
                    if (!item.address || event.metaKey || event.ctrlKey || event.shiftKey) return
                    event.preventDefault()
                    push(item.address)
                  }}
                >
                  {item.name}
                </a>
              ) : (
                item.name
              )}
            </h2>
            {item.note && <p className={blocks.said}>{item.note}</p>}
            <DeliveryOutcome delivery={item} />
          </div>
          {item.recipients.some(({ status }) => status === 'failed') && (
            <div className={classes.itemActions}>
              <Button
                size="xs"
                variant="default"
                loading={again.isPending && again.variables === item.id}
                onClick={() => again.mutate(item.id)}
              >
                Try again
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
