import type { MemberPage, ReportDefinition, ReportResult, ReportState, Viewer } from '@leaselight/model'
import type { AccountStatus, CompanyContext } from './access/companyContext'
import type { Histories, HistoryRequest } from './findings/histories'
import type { AllRecords } from './lists/allRecords'
import type { MemberRequest } from './lists/members'
import type { ListPart } from './lists/newest'
import type { Transcript } from './lists/transcript'
import type { RowSelection } from './plan/grouping'
import type { OpenedReport } from './plan/openedReports'
import type { OurRecords, OurRecordsRequest } from './reconcile/ourRecords'

export interface RunOptions extends RowSelection {
  /** Which records of a list report are asked for; all that it shows without it. */
  list?: ListPart
  /** Leaves out the records of a list report, for callers that read them with `records`. */
  withoutRecords?: boolean
  /** Counts the last weeks up to the period's last day, each as a point of its own, instead of the period; no rows. */
  points?: 'weeks'
  /** Counts one column and what it is computed from, without charts and metadata. */
  only?: string
  /** Counts as of another instant than now, over the records that are known now. */
  at?: Date
  signal?: AbortSignal
  /** That nobody waits for the answer; by default a reader does. */
  priority?: 'background'
}

/**
 * Computes reports for viewers, and lists the records behind their numbers. All numbers of the product come from here.
 */
export interface Engine {
  /** Throws NotFound when the report, the company, or the row doesn't exist for the viewer. */
  runReport(report: ReportDefinition, state: ReportState, viewer: Viewer, options?: RunOptions): Promise<ReportResult>
  /** Every record of a list report (`runReport` returns only the newest); null for any other report. */
  records(
    report: ReportDefinition,
    state: ReportState,
    viewer: Viewer,
    signal?: AbortSignal,
  ): Promise<AllRecords | null>
  /** A page of the records a number counts; `total` is the number itself. */
  members(report: ReportDefinition, state: ReportState, viewer: Viewer, request: MemberRequest): Promise<MemberPage>
  /** The prospects behind a number, by property. */
  memberProspects(
    report: ReportDefinition,
    state: ReportState,
    viewer: Viewer,
    request: Omit<MemberRequest, 'page' | 'pageSize'>,
  ): Promise<{ propertyId: number; prospectIds: number[] }[]>
  /** What lines of the Boxscore count over the properties that the viewer sees, with the records around it. */
  ourRecords(viewer: Viewer, request: OurRecordsRequest): Promise<OurRecords>
  /** The transcript of a call; NotFound when the viewer may not read it. */
  transcript(viewer: Viewer, threadId: string, signal?: AbortSignal): Promise<Transcript>
  /** Where a call's recording is stored; NotFound when there is none, or the viewer may not hear it. */
  recording(viewer: Viewer, callId: number, signal?: AbortSignal): Promise<string>
  /** The histories of all that these reports watch, over the properties that the viewer may see; null before any import. */
  histories(reports: readonly ReportDefinition[], viewer: Viewer, request?: HistoryRequest): Promise<Histories | null>
  /**
   * Learns from the company's history how a report's numbers move by themselves, for judging them; false when that is
   * known of the present facts and day.
   * @param state whose choice of properties counts; by default all that the viewer may see
   */
  learn(report: ReportDefinition, viewer: Viewer, state?: ReportState): Promise<boolean>
  /** The reports that readers have opened lately, each once for a choice of properties. */
  openedReports(): ReadonlyMap<string, OpenedReport>
  /**
   * Asks for the page on which a report opens before its next reader does, so that its statements are cached. Runs at the
   * lowest priority.
   */
  askAhead(opened: OpenedReport, signal?: AbortSignal): Promise<void>
  /** The company as the viewer may see it. */
  companyContext(viewer: Viewer): Promise<CompanyContext>
  /** Whether the viewer's company and account exist. Checked once per request, before anything else. */
  accountStatus(viewer: Viewer): Promise<AccountStatus>
}
