/** Address of the reader's own reports. */
export const MY_REPORTS = '/my-reports'
