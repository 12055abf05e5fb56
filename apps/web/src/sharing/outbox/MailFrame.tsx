import type { SyntheticEvent } from 'react'

/**
 * A mail as its reader would see it, in a frame that runs no script. Mails have inline styles, which our pages accept
 * from no text, so that injected text can't restyle the page. The styles are set one by one instead.
 */
export function MailFrame({ title, html, className }: { title: string; html: string; className: string | undefined }) {
  // User text is escaped in a mail, so a quotation mark after an equals sign is always an attribute's.
  const undressed = html.replaceAll(' style="', ' data-style="')
  return (
    <iframe className={className} title={title} sandbox="allow-same-origin" srcDoc={undressed} onLoad={applyStyles} />
  )
}

function applyStyles({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const elements = currentTarget.contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? []
  for (const element of elements) element.style.cssText = element.dataset.style ?? ''
}
