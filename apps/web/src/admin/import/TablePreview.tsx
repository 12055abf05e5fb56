import { ErrorState, LoadingInline } from '@leaselight/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { useFormatMoment } from '../../sharing/useFormatMoment'
import classes from './import.module.css'
import { type ContractEntity, type TableMapping, withoutEmptyRules } from './mapping'
import { PlainTable } from './PlainTable'
import { previewTable } from './preview'
import { recordTable } from './records'

interface Props {
  file: File
  contract: ContractEntity
  mapping: TableMapping
  properties: readonly { id: number; name: string }[]
}

/** The first rows as the mapping reads them, and the first that it can't read. */
export function TablePreview({ file, contract, mapping, properties }: Props) {
  const { client } = useServices()
  const formatInstant = useFormatMoment()
  const sent = withoutEmptyRules(mapping)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['import-preview', file.name, file.size, file.lastModified, JSON.stringify(sent)],
    queryFn: ({ signal }) => previewTable(client, file, { mapping: sent }, signal),
    placeholderData: keepPreviousData,
  })
  if (error) return <ErrorState message={error.message} retry={() => void refetch()} />
  if (isPending) return <LoadingInline label="Reading the first rows" />
  const { preview, problem } = data
  if (!preview) return problem ? <p className={blocks.about}>{problem}</p> : null
  const { head, rows } = recordTable(contract, preview.rows, { properties, formatInstant })
  return (
    <div className={classes.result}>
      {rows.length > 0 && (
        <PlainTable
          caption="The first rows, as they will be read"
          head={head}
          rows={rows}
          texts={head.map((_, index) => index).slice(1)}
        />
      )}
      {rows.length > 0 && <p className={blocks.about}>Times are shown in the company’s time zone.</p>}
      {preview.rejected > 0 && (
        <PlainTable
          caption={`${preview.rejected.toLocaleString('en-US')} of the first ${preview.read.toLocaleString('en-US')} rows would be rejected`}
          head={['Line', 'Reason']}
          rows={preview.rejections.map(({ line, reason }) => [line.toLocaleString('en-US'), reason])}
          texts={[1]}
        />
      )}
    </div>
  )
}
