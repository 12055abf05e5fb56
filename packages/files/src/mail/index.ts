export { reportCharts } from './charts'
export { buildMailTiles, type MailContent } from './content'
export { mailHtml } from './html'
export { mailText } from './text'
