/** Address of the goals. */
export const GOALS = '/goals'
