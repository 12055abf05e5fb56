export { reportCharts } from './charts'
export type { MailContent } from './content'
export { mailHtml } from './html'
export { mailText } from './text'
