import {
  aroundText,
  buildTable,
  capitalized,
  type Day,
  daysBetween,
  dimension,
  formatCell,
  formatRange,
  isDrillable,
  type MemberPage,
  type Row,
  rowDimensions,
  serializeState,
  type WordedFinding,
} from '@leaselight/model'
import { Panel } from '@leaselight/ui/panel'
import {
  AnswerBody,
  ArrowLink,
  DrillDownButton,
  type StoryBar,
  StoryBars,
  StoryPeople,
  StoryStep,
  Trend,
  Waterfall,
} from '@leaselight/ui/views'
import type { QueryResult, ReportViewProps } from '../views'
import { type Found, nameOf, partsOf, watched } from './storyRows'

interface Props {
  view: ReportViewProps
  finding: WordedFinding
  onClose: () => void
  /** In a wide window: opened by the page, so the focus stays where it is. */
  preview: boolean
}

const MOST_BARS = 6
const MOST_PEOPLE = 6
const TREND = { width: 368, height: 96 }
const NO_AGENT = dimension('agent').missingLabel

/** A finding's proof in three steps: what changed and since when, where it is so, and who is behind it. */
export default function Story({ view, finding, onClose, preview }: Props) {
  const { sentence, comparison, sinceText, cost, history, usual, link, about, around, proofs } = finding
  const details = [usual ? 'The band is what is usual.' : '', sinceText, cost.text].filter(Boolean).map(asSentence)
  // Hours are compared within the property, all else beside its peers.
  const isByHour = Object.values(link.params).includes('hour')
  const answer = view.useLinked(link, finding.subject.kind !== 'company' && !isByHour)
  const cases = view.useLinked(proofs[0]?.cases ?? link, false)
  return (
    <Panel
      opened
      docks
      preview={preview}
      onClose={onClose}
      position="right"
      size="420px"
      closeLabel="Close the proof"
      title={sentence}
    >
      <div>
        <StoryStep step={1} title={`What: ${about}`}>
          <Trend samples={history} usual={usual} change={changeOf(finding, view.today)} {...TREND} />
          <p>{[comparison, `The chart shows the last ${history.length} weeks.`, ...details].join(' ')}</p>
          {around.length > 0 && <p>{aroundText(around)} Noted on the timeline.</p>}
        </StoryStep>
        <StoryStep step={2} title="Where">
          {finding.level !== null && <Inside view={view} finding={finding} level={finding.level} />}
          <AnswerBody answer={answer} loading="Loading where it is so">
            {(seen) => <Where seen={seen} finding={finding} />}
          </AnswerBody>
        </StoryStep>
        <StoryStep step={3} title="Who">
          <AnswerBody answer={cases} loading="Loading who it is">
            {(seen) => <Who view={view} finding={finding} seen={seen} isWhole={isByHour} />}
          </AnswerBody>
        </StoryStep>
        <StoryStep step={4} title="The numbers">
          <ArrowLink {...view.hrefLink(link.href)}>{proofs[0]?.title ?? 'Open the report'}</ArrowLink>
        </StoryStep>
      </div>
    </Panel>
  )
}

/** Where in its trend a finding began: the week of the day since which it is so. */
function changeOf({ since, sinceText, history }: WordedFinding, today: Day) {
  if (since === null) return null
  // The trend ends the day before the findings were looked for, which is today or a little earlier.
  const weeks = Math.round(daysBetween(since, today) / 7)
  return { at: history.length - weeks, text: sinceText }
}

const asSentence = (text: string): string => `${capitalized(text).replace(/\.$/, '')}.`

/** The rows among which the subject is one, and its own; without it the outermost rows. */
function peersOf({ report, state, result }: QueryResult, { subject }: WordedFinding) {
  const names = rowDimensions(report, state).length
  const { rows } = buildTable(report, result, state)
  const own = rows.find((row) => nameOf(row, names) === subject.name)
  // A source that belongs to another one is counted with the topmost of them.
  const near = own ?? rows.find((row) => subject.kind === 'source' && subject.name.startsWith(`${nameOf(row, names)} `))
  return { own, near, names, peers: rows.filter(({ depth }) => depth === (own?.depth ?? 0)) }
}

interface InsideProps extends Pick<Props, 'view' | 'finding'> {
  level: number
}

/** What each row inside the subject adds to what is usual, up to what is; nothing where rows don't add up to it. */
function Inside({ view, finding, level }: InsideProps) {
  const answer = view.useLinked(finding.link, false, 'all')
  return (
    <AnswerBody answer={answer} loading="Loading what adds up to it">
      {(seen) => {
        const parts = partsOf(seen, finding, level)
        return parts && <Parts {...parts} />
      }}
    </AnswerBody>
  )
}

function Parts({ about, by, usual, now, rows }: NonNullable<ReturnType<typeof partsOf>>) {
  return (
    <>
      <p>{`${about}, by ${by}.`}</p>
      <Waterfall
        label={`${about}, by ${by}`}
        start={{ label: 'As usual', value: usual }}
        end={{ label: 'Now', value: now }}
        rows={rows}
      />
    </>
  )
}

function Where({ seen, finding }: { seen: QueryResult; finding: WordedFinding }) {
  const found = watched(seen, finding)
  if (!found) return <p>Open the report to see its rows.</p>
  const { bars, left } = barsOf(seen, found, finding)
  const label = (key: string) => seen.report.columns[key]?.label ?? ''
  const whole = found.whole === null ? '' : ` (of ${label(found.whole).toLowerCase()})`
  const about = `${label(found.part)}${isCost(seen, found) ? ` and ${label(found.whole ?? '').toLowerCase()}` : whole}`
  // The report may cover other days than the finding.
  const { period, today } = seen.result
  return (
    <>
      <p>{`${[about, period && formatRange(period, today), 'the worst first'].filter(Boolean).join(', ')}.${left > 0 ? ` ${left} more are in the report.` : ''}`}</p>
      <StoryBars bars={bars} label={about} />
    </>
  )
}

/** Whether money over a count is watched: what a unit of money brings falls where its cost rises. */
function isCost({ report }: QueryResult, { watch, part }: Found): boolean {
  const column = report.columns[watch.column]
  return column?.kind === 'ratio' && column.of[1] === part
}

/** The worst rows, and the subject's own wherever it is among them. */
function barsOf(seen: QueryResult, { watch, part, whole }: Found, finding: WordedFinding) {
  const { columns } = seen.report
  const { near, names, peers } = peersOf(seen, finding)
  const number = (row: Row, key: string) => Number(row[key] ?? 0)
  const text = (row: Row, key: string) => formatCell(number(row, key), columns[key]?.format ?? 'integer')
  const isMoney = isCost(seen, { watch, part, whole })
  const isHighWorse = (watch.hurts === 'up') !== isMoney
  const all = peers
    .filter(({ row }) => number(row, whole ?? part) > 0)
    .map((item) => ({
      key: item.row.key,
      name: nameOf(item, names),
      text: [text(item.row, part), whole !== null && text(item.row, whole)]
        .filter(Boolean)
        .join(isMoney ? ' for ' : ' of '),
      share: number(item.row, part) / (whole === null ? 1 : number(item.row, whole)),
      isSubject: item.row.key === near?.row.key,
    }))
    .sort((a, b) => (isHighWorse ? b.share - a.share : a.share - b.share))
  const most = Math.max(...all.map(({ share }) => share), Number.MIN_VALUE)
  const first = all.slice(0, MOST_BARS)
  const subject = all.find(({ isSubject }) => isSubject)
  const shown = subject && !first.includes(subject) ? [...first.slice(0, -1), subject] : first
  return { bars: shown.map((bar): StoryBar => ({ ...bar, share: bar.share / most })), left: all.length - shown.length }
}

type WhoProps = Pick<Props, 'view' | 'finding'> & {
  /** The finding's cases, with others where its report can't leave these out. */
  seen: QueryResult
  /** All of them are the finding's. */
  isWhole: boolean
}

/** The agents who stand out, and the first people behind the number. */
function Who({ view, finding, seen, isWhole }: WhoProps) {
  const found = watched(seen, finding)
  // Where too few is what hurts, those who are missing are among the whole.
  const missing = found?.watch.hurts === 'down' ? found.whole : null
  const key = found && (found.watch.shows ?? missing ?? found.part)
  const column = key === null ? undefined : seen.report.columns[key]
  const row = isWhole || finding.subject.kind === 'company' ? null : peersOf(seen, finding).own?.row.key
  const hasPeople = key !== null && column && isDrillable(column) && row !== undefined
  return (
    <>
      {finding.who.length > 0 && <p>Most of it: {finding.who.join(' and ')}.</p>}
      {hasPeople && <People view={view} finding={finding} seen={seen} column={key} row={row} />}
      {!hasPeople && finding.who.length === 0 && <p>No single person stands out.</p>}
    </>
  )
}

/** Who looks after someone, or how to reach them. */
function besideName({ agent, property, phone }: Record<string, unknown>): string {
  if (agent !== NO_AGENT) return String(agent ?? property ?? '')
  return typeof phone === 'string' && phone !== '' ? formatCell(phone, 'phone') : ''
}

type PeopleProps = Omit<WhoProps, 'isWhole'> & { column: string; row: string | null }

function People({ view, finding, seen, column, row }: PeopleProps) {
  const { subject } = finding
  const query = new URLSearchParams({
    ...serializeState(seen.report, seen.state),
    ...{ column, row: row ?? '', period: 'current', page: '1', page_size: String(MOST_PEOPLE) },
  })
  const { answer } = view.useResource<MemberPage>(`/api/reports/${seen.report.key}/members?${query}`)
  const label = seen.report.columns[column]?.label ?? ''
  return (
    <AnswerBody answer={answer} loading="Loading the people">
      {({ rows, total }) => (
        <>
          <p>{`${label}: ${total.toLocaleString('en-US')}, the newest first.`}</p>
          <StoryPeople
            people={rows.map((one, index) => ({
              key: String(one.id ?? index),
              name: String(one.name ?? 'Unknown'),
              text: besideName(one),
            }))}
          />
          {total > 0 && (
            <DrillDownButton
              label={`See all ${total}`}
              onOpen={() => view.onDrillDown(row, column, subject.name, seen)}
            >
              See all {total.toLocaleString('en-US')}
            </DrillDownButton>
          )}
        </>
      )}
    </AnswerBody>
  )
}
