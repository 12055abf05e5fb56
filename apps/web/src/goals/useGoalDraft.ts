import { placeKey } from '@leaselight/model'
import { useEffect, useState } from 'react'
import { useAlertingMutation } from '../api/useAlertingMutation'
import { useServices } from '../app/Services'
import { useAlerts } from '../state/AlertsProvider'
import { cellKey, type Draft, type GridLine, pasteInto, targetsIn, withCell } from './draft'
import { type GoalGrid, goalsKey, type ImportedGoals } from './queries'

/** What was typed into a grid and is not saved yet, and saving it. Nothing typed is lost by an error. */
export function useGoalDraft(grid: GoalGrid) {
  const { client } = useServices()
  const { add } = useAlerts()
  const [draft, setDraft] = useState<Draft>({})
  const [problems, setProblems] = useState<ImportedGoals['problems']>([])
  const targets = targetsIn(draft, grid)
  const changes = Object.keys(draft).length

  // Leaving the page with something typed asks first.
  useEffect(() => {
    if (changes === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changes])

  const save = useAlertingMutation(
    goalsKey,
    ({ goal, wanted }: { goal: string; wanted: NonNullable<typeof targets> }) =>
      client.json<{ saved: number }>('/api/goals', {
        method: 'PUT',
        body: {
          goal,
          targets: wanted.flatMap((one) => ('propertyId' in one ? { ...one } : [])),
          groups: wanted.flatMap((one) => ('propertyId' in one ? [] : { ...one })),
        },
      }),
    () => {
      setDraft({})
      setProblems([])
      add({ type: 'success', message: 'Goals saved.' })
    },
  )
  const read = useAlertingMutation(
    goalsKey,
    async ({ goal, file }: { goal: string; file: File }) =>
      client.json<ImportedGoals>('/api/goals/preview', { body: { goal, text: await file.text() } }),
    (found) => {
      setDraft((before) =>
        [...found.targets, ...found.groups].reduce(
          (all, one) => withCell(all, grid, cellKey(placeKey(one), one.month), String(one.target)),
          before,
        ),
      )
      setProblems(found.problems)
      const count = found.targets.length + found.groups.length
      add({
        type: count > 0 ? 'success' : 'error',
        message: count > 0 ? `${count} goals read. Save to keep them.` : 'The file has no new goals.',
      })
    },
  )
  return {
    draft,
    changes,
    /** Every typed text is a goal. */
    isValid: targets !== null,
    problems,
    isSaving: save.isPending,
    isReading: read.isPending,
    type: (key: string, text: string) => setDraft((before) => withCell(before, grid, key, text)),
    paste: (at: { lines: readonly GridLine[]; row: number; month: number }, text: string) => {
      const pasted = pasteInto(draft, grid, at, text)
      setDraft(pasted.draft)
      if (pasted.ignored > 0)
        add({
          type: 'error',
          message: `${pasted.ignored} pasted cells are outside the grid or in months that are over.`,
        })
    },
    fill: (filled: Draft, message: string) => {
      setDraft(filled)
      add({ type: 'success', message })
    },
    read: (file: File) => read.mutate({ goal: grid.goal, file }),
    save: () => targets && save.mutate({ goal: grid.goal, wanted: targets }),
    discard: () => {
      setDraft({})
      setProblems([])
    },
  }
}
