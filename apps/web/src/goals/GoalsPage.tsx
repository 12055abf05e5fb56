import { type GoalGroup, pluralize } from '@leaselight/model'
import { Block, Blocks, EmptyState, ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { ActionIcon, Button, FileButton, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import blocks from '../app/blocks.module.css'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { fileNameFrom, saveFile } from '../report/export/download'
import { useAlerts } from '../state/AlertsProvider'
import { type Draft, groupLines, propertyLines } from './draft'
import { GoalGridTable } from './GoalGridTable'
import { GroupDialog } from './GroupDialog'
import classes from './goals.module.css'
import { goalsAnswer } from './goalsAnswer'
import { LastYearDialog } from './LastYearDialog'
import { PaceList } from './PaceList'
import { GOALS } from './paths'
import { type GoalGrid, goalGrid, goalPace } from './queries'
import { useGoalDraft } from './useGoalDraft'

/** The goals of a year by property and month, and who is behind in the current month. */
export default function GoalsPage() {
  const { client } = useServices()
  const { search } = useAddress()
  const year = /^20\d{2}$/.test(search.year ?? '') ? Number(search.year) : undefined
  const { data, error, refetch } = useQuery(goalGrid(client, search.goal, year))
  useEffect(() => {
    document.title = 'Goals · Leaselight'
  }, [])
  // What is typed belongs to one goal and one year, and must not be saved as another's.
  if (data) return <Goals key={`${data.goal} ${data.year}`} data={data} />
  return (
    <>
      <Header />
      {error ? (
        <ErrorState message={error.message} retry={() => void refetch()} />
      ) : (
        <LoadingInline label="Loading goals" />
      )}
    </>
  )
}

function Goals({ data }: { data: GoalGrid }) {
  const { today } = useGlobal()
  const { client } = useServices()
  const { push } = useAddress()
  const month = data.firstOpenMonth
  const pace = useQuery(goalPace(client, { month, goal: data.goal }))
  const own = pace.data?.goals[0]
  const draft = useGoalDraft(data)
  const groups = useGroupLines(data, draft.draft)
  const properties = useMemo(() => propertyLines(data), [data])
  const [dialog, setDialog] = useState<'year' | 'group' | null>(null)
  const download = useDownload()
  const show = (goal: string, wanted: number) => {
    draft.discard()
    push(GOALS, { goal, year: String(wanted) })
  }
  const isEmpty = [...data.properties, ...data.groups].every(({ targets }) =>
    targets.every((target) => target === null),
  )
  const isOver = data.months.every((one) => one < data.firstOpenMonth)
  const maySet = data.maySet && !isOver
  return (
    <>
      <Header
        actions={
          <Button
            variant="default"
            loading={download.isPending}
            onClick={() => download.mutate({ goal: data.goal, year: data.year })}
          >
            Export CSV
          </Button>
        }
      />
      <Blocks>
        <section className={classes.choice} aria-label="Which goals">
          <NativeSelect
            label="Goal"
            value={data.goal}
            disabled={draft.changes > 0}
            onChange={({ currentTarget }) => show(currentTarget.value, data.year)}
            data={data.goals.map(({ goal, label }) => ({ value: goal, label }))}
          />
          <fieldset className={classes.year} disabled={draft.changes > 0}>
            <legend className="ll-spoken">Year</legend>
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Year before"
              onClick={() => show(data.goal, data.year - 1)}
            >
              <IconChevronLeft size={16} aria-hidden />
            </ActionIcon>
            <span className="ll-number">{data.year}</span>
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Year after"
              onClick={() => show(data.goal, data.year + 1)}
            >
              <IconChevronRight size={16} aria-hidden />
            </ActionIcon>
          </fieldset>
          <p className={blocks.quiet}>{data.definition}</p>
        </section>
        {pace.error && !own && <ErrorState message={pace.error.message} retry={() => void pace.refetch()} />}
        {own && (
          <Block>
            <section className={classes.answer} aria-label="Answer">
              <p>{goalsAnswer(own, month, today)}</p>
            </section>
            <PaceList pace={own} />
          </Block>
        )}
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
              <Button variant="default" onClick={() => setDialog('year')}>
                Set from last year
              </Button>
              <Button variant="default" onClick={() => setDialog('group')}>
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
      </Blocks>
      {dialog === 'year' && (
        <LastYearDialog
          grid={data}
          draft={draft.draft}
          onClose={() => setDialog(null)}
          onDone={(filled, message) => {
            draft.fill(filled, message)
            setDialog(null)
          }}
        />
      )}
      {dialog === 'group' && (
        <GroupDialog
          grid={data}
          draft={draft.draft}
          onClose={() => setDialog(null)}
          onDone={(filled, message) => {
            draft.fill(filled, message)
            setDialog(null)
          }}
        />
      )}
    </>
  )
}

const Header = ({ actions }: { actions?: React.ReactNode }) => (
  <PageHeader title="Goals" question="Which properties reach their goals, and who is behind?" actions={actions} />
)

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

function useDownload() {
  const { client } = useServices()
  const { add } = useAlerts()
  return useMutation({
    mutationFn: async (query: { goal: string; year: number }) => {
      const response = await client.raw('/api/goals/export', { query })
      saveFile(fileNameFrom(response.headers.get('content-disposition')) ?? 'goals.csv', await response.blob())
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
}
