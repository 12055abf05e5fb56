import { type GoalGroup, pluralize } from '@leaselight/model'
import { Block, EmptyState } from '@leaselight/ui'
import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { type Draft, groupLines, propertyLines } from './draft'
import { GoalGridTable } from './GoalGridTable'
import classes from './goals.module.css'
import type { GoalGrid } from './queries'
import type { useGoalDraft } from './useGoalDraft'

/** The ways to fill in many goals at once. */
export type GoalDialog = 'year' | 'group'

interface Props {
  data: GoalGrid
  draft: ReturnType<typeof useGoalDraft>
  onDialog: (dialog: GoalDialog) => void
}

/** The goals of a year, to be typed, pasted or imported. */
export function GoalsByMonth({ data, draft, onDialog }: Props) {
  const groups = useGroupLines(data, draft.draft)
  const properties = useMemo(() => propertyLines(data), [data])
  const isEmpty = [...data.properties, ...data.groups].every(({ targets }) =>
    targets.every((target) => target === null),
  )
  const isOver = data.months.every((one) => one < data.firstOpenMonth)
  const maySet = data.maySet && !isOver
  return (
    <Block>
      <h2 className={classes.section}>Goals by month</h2>
      {isEmpty && draft.changes === 0 && !data.maySet && (
        <EmptyState title={`No goals for ${data.label.toLowerCase()} in ${data.year}`}>
          Managers and administrators set goals. Ask yours.
        </EmptyState>
      )}
      {maySet && (
        <div className={classes.tools}>
          {isEmpty && (
            <span className={blocks.quiet}>Type goals into the grid, paste them from a spreadsheet, or:</span>
          )}
          <Button variant="default" onClick={() => onDialog('year')}>
            Set from last year
          </Button>
          <Button variant="default" onClick={() => onDialog('group')}>
            Divide a group’s goal
          </Button>
          {groups.others.length > 0 && (
            <NativeSelect
              aria-label="Add a group’s goal"
              value=""
              onChange={({ currentTarget }) => groups.add(currentTarget.value)}
              data={[{ value: '', label: 'Add a group’s goal' }, ...groups.others]}
            />
          )}
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => file && draft.read(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={draft.isReading}>
                Import CSV
              </Button>
            )}
          </FileButton>
        </div>
      )}
      {draft.problems.length > 0 && (
        <section className={classes.problems} aria-label="Lines that could not be used" role="alert">
          <strong>{pluralize(draft.problems.length, 'line')} could not be used</strong>
          <ul>
            {draft.problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(!isEmpty || data.maySet) && (
        <GoalGridTable
          {...{ grid: data, properties, groups: groups.lines }}
          draft={draft.draft}
          onType={draft.type}
          onPaste={draft.paste}
        />
      )}
      {maySet && draft.changes > 0 && (
        <section className={classes.save} aria-label="Changes">
          <span>
            {draft.isValid
              ? `${pluralize(draft.changes, 'change')} not saved`
              : 'A goal is a whole number from 1 to 1,000,000.'}
          </span>
          <Button variant="default" onClick={draft.discard}>
            Discard
          </Button>
          <Button loading={draft.isSaving} disabled={!draft.isValid} onClick={draft.save}>
            Save goals
          </Button>
        </section>
      )}
      <p className={classes.rule}>
        {groups.lines.length > 0 &&
          'A group’s own goal goes before the sum of its properties’ goals. Without one, the sum counts. '}
        Goals of months that are over stay as they were.
      </p>
    </Block>
  )
}

/** The lines of groups: those with goals, and those that were added to be typed. */
function useGroupLines(data: GoalGrid, draft: Draft) {
  const { propertyState } = useGlobal()
  const [added, setAdded] = useState<readonly string[]>([])
  const lines = useMemo(() => {
    const membersOf = ({ attribute, value }: GoalGroup) =>
      new Set(
        propertyState.properties
          .filter(({ attributes }) => attributes.some((one) => one.key === attribute && one.value === value))
          .map(({ id }) => id),
      )
    return groupLines(data, draft, { added, membersOf })
  }, [data, draft, added, propertyState.properties])
  const shown = new Set(lines.map(({ place }) => place))
  return {
    lines,
    others: data.groups.flatMap(({ group }) => (shown.has(group) ? [] : [group])),
    add: (group: string) => setAdded((before) => [...before, group]),
  }
}
