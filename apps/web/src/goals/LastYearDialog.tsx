import '@mantine/core/styles/NumberInput.css'
import { pluralize } from '@leaselight/model'
import { Checkbox, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../app/Services'
import { Dialog } from '../sharing/components/Dialog'
import { SubmitButton } from '../sharing/components/Form'
import { type Draft, raiseYearBefore } from './draft'
import { type GoalGrid, yearBefore } from './queries'

interface Props {
  grid: GoalGrid
  draft: Draft
  onDone: (draft: Draft, message: string) => void
  onClose: () => void
}

/** Fills the grid with what the same months had a year before, plus a percentage. */
export function LastYearDialog({ grid, draft, onDone, onClose }: Props) {
  const { client } = useServices()
  const before = useQuery(yearBefore(client, grid.goal, grid.year))
  const [percent, setPercent] = useState<number | string>(5)
  const [onlyEmpty, setOnlyEmpty] = useState(true)
  const found = before.data && raiseYearBefore(draft, grid, before.data, { percent: Number(percent), onlyEmpty })
  return (
    <Dialog
      title="Set from last year"
      onClose={onClose}
      failure={before.error}
      onSubmit={() => {
        if (found) onDone(found.draft, `${pluralize(found.set, 'goal')} filled in. Save to keep them.`)
      }}
    >
      <p>
        {grid.label} of the same month in {grid.year - 1}, plus a percentage.
      </p>
      <NumberInput
        label="Change, in percent"
        value={percent}
        onChange={setPercent}
        min={-90}
        max={500}
        suffix="%"
        data-autofocus
      />
      <Checkbox
        label="Only months without a goal"
        checked={onlyEmpty}
        onChange={({ currentTarget }) => setOnlyEmpty(currentTarget.checked)}
      />
      {found?.set === 0 && <p role="status">No month has a whole month of records a year before.</p>}
      <SubmitButton loading={before.isPending} disabled={!found || found.set === 0 || percent === ''}>
        {found && found.set > 0 ? `Fill in ${pluralize(found.set, 'goal')}` : 'Fill in'}
      </SubmitButton>
    </Dialog>
  )
}
