import type { ReportViewProps } from '../views'
import { Listening } from './listening'

/** The calls one by one; recordings play and transcripts open beside the list. */
export default function CallLogView(view: ReportViewProps) {
  return <Listening view={view} columns="recording" />
}
