import type { SyntheticEvent } from 'react'

/**
 * A mail as its reader would see it, a page of its own: nothing in it may run. Mails carry their styles on their elements, which
 * our pages take from no text, so that what slips into one can't dress as something else; these are set one by one instead.
 */
export function MailFrame({ title, html, className }: { title: string; html: string; className: string | undefined }) {
  // Words of people are escaped in a mail, so a quotation mark after the sign is always an attribute's.
  const undressed = html.replaceAll(' style="', ' data-style="')
  return (
    <iframe className={className} title={title} sandbox="allow-same-origin" srcDoc={undressed} onLoad={applyStyles} />
  )
}

function applyStyles({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const elements = currentTarget.contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? []
  for (const element of elements) element.style.cssText = element.dataset.style ?? ''
}
