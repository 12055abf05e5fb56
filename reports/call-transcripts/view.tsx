import { CallList } from '../call-log/CallList'
import type { ReportViewProps } from '../views'

/** What was said, with what was searched for marked in it; each call opens to be heard and read. */
export default function CallTranscriptsView(view: ReportViewProps) {
  return <CallList view={view} columns="excerpt" />
}
