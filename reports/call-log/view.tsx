import type { ReportViewProps } from '../views'
import { CallList } from './CallList'

/** The calls one by one; recordings play, and transcripts open next to the list. */
export default function CallLogView(view: ReportViewProps) {
  return <CallList view={view} columns="recording" />
}
