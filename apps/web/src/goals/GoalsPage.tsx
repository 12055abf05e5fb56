import {
  Block,
  Blocks,
  ErrorState,
  LoadingInline,
  PageAnswer,
  PageHeader,
  type PageHeaderProps,
  PageScope,
  useIsPhone,
} from '@leaselight/ui'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { fileNameFrom, saveFile } from '../report/export/download'
import { useAlerts } from '../state/AlertsProvider'
import { type GoalDialog, GoalsByMonth } from './GoalsByMonth'
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
      <PageScope>
        <div className={classes.choice} />
      </PageScope>
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
  const phone = useIsPhone()
  const month = data.firstOpenMonth
  const pace = useQuery(goalPace(client, { month, goal: data.goal }))
  const own = pace.data?.goals[0]
  const draft = useGoalDraft(data)
  const [dialog, setDialog] = useState<GoalDialog | null>(null)
  const download = useDownload()
  const show = (goal: string, wanted: number) => {
    draft.discard()
    push(GOALS, { goal, year: String(wanted) })
  }
  const choice = (
    <section className={classes.choice} aria-label="Which goals">
      <NativeSelect
        aria-label="Goal"
        value={data.goal}
        disabled={draft.changes > 0}
        onChange={({ currentTarget }) => show(currentTarget.value, data.year)}
        data={data.goals.map(({ goal, label }) => ({ value: goal, label }))}
      />
      <fieldset className={classes.year} disabled={draft.changes > 0}>
        <legend className="ll-spoken">Year</legend>
        <ActionIcon variant="default" size={30} aria-label="Year before" onClick={() => show(data.goal, data.year - 1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <span className="ll-number">{data.year}</span>
        <ActionIcon variant="default" size={30} aria-label="Year after" onClick={() => show(data.goal, data.year + 1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </fieldset>
    </section>
  )
  return (
    <>
      {!phone && <PageScope>{choice}</PageScope>}
      <Header
        provenance={[definedAs(data)]}
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
        {phone && choice}
        {pace.isPending ? (
          // The list of properties has no height that is known before, and what is below must not move.
          <LoadingInline label="Loading goals" />
        ) : (
          <>
            {pace.error && !own && <ErrorState message={pace.error.message} retry={() => void pace.refetch()} />}
            {own && (
              <Block>
                <PageAnswer answer={goalsAnswer(own, month, today)} compared />
                <PaceList pace={own} />
              </Block>
            )}
            <GoalsByMonth data={data} draft={draft} onDialog={setDialog} />
          </>
        )}
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

const Header = (props: Pick<PageHeaderProps, 'provenance' | 'actions'>) => (
  <PageHeader
    title="Goals"
    question="Which properties reach their goals, and who is behind?"
    provenance={null}
    {...props}
  />
)

/** `Leads: everyone who got in touch` */
const definedAs = ({ label, definition }: GoalGrid): string =>
  `${label}: ${definition.charAt(0).toLowerCase()}${definition.slice(1).replace(/\.$/, '')}`

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
