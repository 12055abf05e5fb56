/** The key held for shortcuts, as this machine's keyboard names it. */
export const MODIFIER_KEY = /Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
