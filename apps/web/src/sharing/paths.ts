/** Where the reader's own reports stand. */
export const MY_REPORTS = '/my-reports'
