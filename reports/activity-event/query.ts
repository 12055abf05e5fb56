/** Counted as Activity is; the definition holds it to the days of events. */
export { default } from '../activity/query'
