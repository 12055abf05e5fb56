export const FINDINGS = '/api/insights/findings'
export const WELCOME = '/api/welcome'

/** What the page reads besides numbers. */
export default [FINDINGS, WELCOME]
