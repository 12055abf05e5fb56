export { mailHtml } from './html'
export type { MailContent } from './letter'
export { reportCharts } from './picture'
export { mailText } from './text'
