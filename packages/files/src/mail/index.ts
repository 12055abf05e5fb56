export { mailHtml } from './html'
export type { Letter } from './letter'
export { reportPictures } from './picture'
export { mailText } from './text'
