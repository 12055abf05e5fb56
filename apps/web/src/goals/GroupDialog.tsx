import '@mantine/core/styles/NumberInput.css'
import { formatMonth, pluralize } from '@leaselight/model'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { Dialog } from '../sharing/components/Dialog'
import { SubmitButton } from '../sharing/components/Form'
import type { Property } from '../state/types'
import { type Draft, divideAmong } from './draft'
import { type GoalGrid, yearBefore } from './queries'

interface Props {
  grid: GoalGrid
  draft: Draft
  onDone: (draft: Draft, message: string) => void
  onClose: () => void
}

/** Divides one target of a group among its properties. */
export function GroupDialog({ grid, draft, onDone, onClose }: Props) {
  const { client } = useServices()
  const { propertyState, today } = useGlobal()
  const before = useQuery(yearBefore(client, grid.goal, grid.year))
  const open = grid.months.filter((month) => month >= grid.firstOpenMonth)
  const groups = groupsOf(grid, propertyState.properties)
  const [group, setGroup] = useState(0)
  const [month, setMonth] = useState(open[0] ?? '')
  const [target, setTarget] = useState<number | string>('')
  const propertyIds = groups[group]?.propertyIds ?? []
  const isReady = before.data !== undefined && Number(target) >= propertyIds.length
  return (
    <Dialog
      title="Divide a group’s goal"
      onClose={onClose}
      failure={before.error}
      onSubmit={() => {
        if (before.data === undefined || !isReady) return
        const divided = divideAmong(draft, grid, before.data, { propertyIds, month, target: Number(target) })
        onDone(
          divided,
          `${target} divided among ${pluralize(propertyIds.length, 'property', 'properties')}. Save to keep it.`,
        )
      }}
    >
      <NativeSelect
        label="Group"
        value={group}
        onChange={({ currentTarget }) => setGroup(Number(currentTarget.value))}
        data={groups.map(({ label }, at) => ({ value: String(at), label }))}
      />
      <NativeSelect
        label="Month"
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        data={open.map((one) => ({ value: one, label: formatMonth(`${one}-01`, today) }))}
      />
      <NumberInput
        label={`${grid.label} of all its properties`}
        description={`At least ${propertyIds.length}, one for each property.`}
        value={target}
        onChange={setTarget}
        allowDecimal={false}
        allowNegative={false}
        max={1_000_000}
      />
      <p>
        It is divided by what each property had in the same month of {grid.year - 1}, or evenly where that is unknown.
      </p>
      <SubmitButton loading={before.isPending} disabled={!isReady}>
        Divide
      </SubmitButton>
    </Dialog>
  )
}

interface Group {
  label: string
  propertyIds: number[]
}

/** All properties, and those of each attribute's value. */
function groupsOf({ properties }: GoalGrid, known: readonly Property[]): Group[] {
  const shown = new Set(properties.map(({ propertyId }) => propertyId))
  const found = new Map<string, Group>()
  for (const { id, attributes } of known)
    for (const { key, value } of shown.has(id) ? attributes : []) {
      const label = `${key}: ${value}`
      found.set(label, { label, propertyIds: [...(found.get(label)?.propertyIds ?? []), id] })
    }
  const all = { label: 'All properties', propertyIds: [...shown] }
  return [all, ...[...found.values()].toSorted((a, b) => a.label.localeCompare(b.label))]
}
