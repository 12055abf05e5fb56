export { mailHtml, PICTURE_ID } from './html'
export type { Letter } from './letter'
export { reportPicture } from './picture'
export { mailText } from './text'
