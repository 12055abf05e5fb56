/** The page with all notes on the timeline. */
export const TIMELINE_NOTES = '/timeline-notes'
