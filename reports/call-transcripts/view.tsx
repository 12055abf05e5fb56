import { CallList } from '../call-log/CallList'
import type { ReportViewProps } from '../views'

/** Transcripts with the search text marked; each call opens with its recording. */
export default function CallTranscriptsView(view: ReportViewProps) {
  return <CallList view={view} columns="excerpt" />
}
