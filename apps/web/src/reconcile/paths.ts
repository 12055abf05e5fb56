/** Address of the page that compares a property system's boxscore with ours. */
export const RECONCILE = '/reconcile'
