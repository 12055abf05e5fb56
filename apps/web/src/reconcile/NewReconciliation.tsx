import { addTo, pluralize } from '@leaselight/model'
import { ErrorState, LoadingInline } from '@leaselight/ui'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FileDrop } from '../admin/import/FileDrop'
import { PlainTable } from '../admin/import/PlainTable'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { MappingForm } from './MappingForm'
import { RECONCILE } from './paths'
import { compareFile, previewFile, reconcileKey, reconciliation } from './queries'
import classes from './reconcile.module.css'
import type { BoxscoreForm, BoxscoreMapping, FilePreview } from './types'

/** What is chosen; a failed request loses none of it. */
interface Chosen {
  file: File
  preview: FilePreview
}

/** Choose a file, check how it is read, compare it. */
export function NewReconciliation() {
  const { client } = useServices()
  const { search, push } = useAddress()
  const queries = useQueryClient()
  const { today } = useGlobal()
  const [chosen, setChosen] = useState<Chosen>()
  const [startDate, setStart] = useState(search.start_date ?? addTo(today, -7))
  const [endDate, setEnd] = useState(search.end_date ?? addTo(today, -1))

  const preview = useMutation({
    mutationFn: async (request: { file: File; mapping?: BoxscoreMapping; form?: BoxscoreForm }) => {
      const { file, ...rest } = request
      return { file, preview: await previewFile(client, file, rest) }
    },
    onSuccess: setChosen,
  })
  const compared = useMutation({
    mutationFn: ({ file, preview: { mapping } }: Chosen) => compareFile(client, file, { mapping, startDate, endDate }),
    onSuccess: async (made) => {
      queries.setQueryData(reconciliation(client, made.id).queryKey, made)
      await queries.invalidateQueries({ queryKey: [...reconcileKey, 'list'] })
      push(RECONCILE, { id: made.id })
    },
  })
  const file = preview.isPending ? preview.variables.file : chosen?.file
  const isReady = chosen !== undefined && chosen.preview.problem === null && chosen.preview.read > 0
  return (
    <section className={classes.block} aria-label="A new reconciliation">
      <FileDrop
        file={file}
        disabled={preview.isPending || compared.isPending}
        types="CSV or Excel"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFile={(picked) => {
          compared.reset()
          if (picked) preview.mutate({ file: picked })
        }}
      />
      {preview.isPending && !chosen && <LoadingInline label="Reading the file" />}
      {preview.error && <ErrorState message={preview.error.message} retry={() => preview.mutate(preview.variables)} />}
      {chosen && (
        <>
          <div className={classes.line}>
            <TextInput
              label="First day of their report"
              type="date"
              value={startDate}
              onChange={({ currentTarget }) => setStart(currentTarget.value)}
            />
            <TextInput
              label="Last day of their report"
              type="date"
              value={endDate}
              onChange={({ currentTarget }) => setEnd(currentTarget.value)}
            />
          </div>
          <MappingForm
            preview={chosen.preview}
            disabled={preview.isPending}
            onForm={(form) => preview.mutate({ file: chosen.file, form })}
            onChange={(mapping) => {
              setChosen({ ...chosen, preview: { ...chosen.preview, mapping } })
              preview.mutate({ file: chosen.file, mapping })
            }}
          />
          <PlainTable
            caption={`The first of ${pluralize(chosen.preview.rows, 'row')}`}
            head={chosen.preview.columns.map((name, index) => name || `Column ${index + 1}`)}
            rows={chosen.preview.sample}
            texts={chosen.preview.columns.map((_, index) => index)}
          />
          <LeftOutList leftOut={chosen.preview.left_out} />
          {chosen.preview.problem && <p role="status">{chosen.preview.problem}</p>}
          {compared.error && <ErrorState message={compared.error.message} retry={() => compared.mutate(chosen)} />}
          <div className={blocks.buttons}>
            <Button
              disabled={!isReady || preview.isPending}
              loading={compared.isPending}
              onClick={() => compared.mutate(chosen)}
            >
              Compare
            </Button>
            {isReady && (
              <span className={blocks.quiet}>
                {pluralize(chosen.preview.read, chosen.preview.mapping.form === 'records' ? 'record' : 'number')} to
                compare
              </span>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** What of a file is not compared, and why. */
export function LeftOutList({ leftOut }: { leftOut: readonly { says: string; rows: number }[] }) {
  if (leftOut.length === 0) return null
  const rows = leftOut.reduce((sum, one) => sum + one.rows, 0)
  return (
    <details className={classes.leftOut}>
      <summary>{pluralize(rows, 'row')} left out</summary>
      <ul>
        {leftOut.map((one) => (
          <li key={one.says}>
            {one.says} {one.rows > 1 && <span className={blocks.quiet}>{pluralize(one.rows, 'row')}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
