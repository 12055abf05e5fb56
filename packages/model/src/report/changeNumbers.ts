/** `40 → 22` */
export const fromTo = ({ prior, current }: { prior: number; current: number }): string =>
  `${prior.toLocaleString('en-US')} → ${current.toLocaleString('en-US')}`

/** `18 fewer` */
export const moreOrFewer = (change: number): string =>
  change === 0 ? 'unchanged' : `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'}`
