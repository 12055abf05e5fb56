import { LoadingInline } from '@leaselight/ui'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices } from '../../app/Services'
import { firstPage } from '../queries'
import classes from './send.module.css'

interface Props {
  /** What the PDF is made of: a report and its parameters. */
  document: { report: string; params: Record<string, string> }
  /** The properties with a page each, empty for all; null for the report as it is. */
  pages: readonly number[] | null
}

/** A picture of the PDF's first page, as it would be sent now. The form does not wait for it. */
export function FirstPage({ document, pages }: Props) {
  const { client } = useServices()
  const { data, error, isFetching, refetch } = useQuery({
    ...firstPage(client, document, pages),
    placeholderData: keepPreviousData,
  })
  const source = useObjectUrl(data)
  return (
    <figure className={classes.firstPage} data-stale={isFetching || undefined} aria-busy={isFetching}>
      {error ? (
        <>
          <span role="status">The preview could not be made.</span>
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      ) : source ? (
        <img src={source} alt="First page of the PDF" />
      ) : (
        <LoadingInline label="Loading the preview" />
      )}
    </figure>
  )
}

/** An address of a blob, for as long as it is shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return blob && address
}
