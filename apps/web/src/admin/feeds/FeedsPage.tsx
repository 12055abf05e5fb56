import { EmptyState, ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { FeedDialog } from './FeedDialog'
import { FeedItem } from './FeedItem'
import classes from './feeds.module.css'
import { companyFeeds } from './queries'

/** The files that a company's systems send again and again: their status, their last runs, and how they come in. */
export default function FeedsPage() {
  const { client } = useServices()
  const { data, error, isPending, refetch } = useQuery(companyFeeds(client))
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      <PageHeader
        title="Feeds"
        question="Which files arrive on a schedule, and are they on time?"
        actions={data && <Button onClick={() => setIsMaking(true)}>New feed</Button>}
      />
      <p className={blocks.about}>
        A feed is a file that another system sends on a schedule. Administrators get a mail when one fails or is late,
        and again when it is back.
      </p>
      {error && <ErrorState message={error.message} retry={() => void refetch()} />}
      {isPending && <LoadingInline label="Loading the feeds" />}
      {data && data.feeds.length === 0 && (
        <EmptyState title="No feeds yet">
          Choose New feed to import a file every hour, day or week. If the file is a table from another system, save a
          mapping on the Import page first.
        </EmptyState>
      )}
      {data && data.feeds.length > 0 && (
        <ul className={classes.list} aria-label="Feeds">
          {data.feeds.map((feed) => (
            <li key={feed.id}>
              <FeedItem feed={feed} server={data} />
            </li>
          ))}
        </ul>
      )}
      {isMaking && data && <FeedDialog server={data} onClose={() => setIsMaking(false)} />}
    </>
  )
}
