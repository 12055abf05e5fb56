import { MAX_IN_WORKBOOK, pluralize } from '@leaselight/model'
import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useServices } from '../../app/Services'
import { fileNameFrom, saveFile } from '../../report/export/download'
import { Dialog } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import type { SavedReport } from '../types'

interface Props {
  reports: readonly SavedReport[]
  /** Sends the chosen ones, now or on a schedule. */
  onSend: (chosen: readonly SavedReport[]) => void
  onClose: () => void
}

/** Exports or sends several saved reports as one Excel workbook. */
export function WorkbookDialog({ reports, onSend, onClose }: Props) {
  const { client } = useServices()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const download = useMutation({
    mutationFn: async () => {
      const query = { savedReportIds: chosen.join(',') }
      const response = await client.raw('/api/saved-reports/workbook', { query })
      saveFile(fileNameFrom(response.headers.get('content-disposition')) ?? 'reports.xlsx', await response.blob())
    },
    onSuccess: onClose,
  })
  const isFull = chosen.length >= MAX_IN_WORKBOOK
  return (
    <Dialog title="Export to Excel" onClose={onClose} failure={download.error} onSubmit={() => download.mutate()}>
      <fieldset>
        <legend>Reports</legend>
        {reports.map(({ id, name, title }) => (
          <Checkbox
            key={id}
            label={name}
            description={title === name ? undefined : title}
            checked={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onChange={({ currentTarget }) =>
              setChosen(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
      <p className={blocks.quiet}>
        {isFull
          ? `A workbook has at most ${MAX_IN_WORKBOOK} reports.`
          : 'One workbook with a tab for each report, in the order you choose them.'}
      </p>
      <SubmitButton loading={download.isPending} disabled={chosen.length === 0}>
        {chosen.length === 0 ? 'Export' : `Export ${pluralize(chosen.length, 'report')}`}
      </SubmitButton>
      <Button
        variant="default"
        fullWidth
        disabled={chosen.length === 0}
        onClick={() => onSend(chosen.flatMap((id) => reports.find((one) => one.id === id) ?? []))}
      >
        Send or schedule
      </Button>
    </Dialog>
  )
}
