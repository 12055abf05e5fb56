import { emailHref, type Format, parsePhone, phoneHref } from '@leaselight/model'
import { IconMail, IconPhone } from '@tabler/icons-react'
import classes from './contactLink.module.css'

interface Props {
  format: Format
  /** The number or address as entered. */
  value: string
  /** Whose it is, for screen readers. */
  name?: string | undefined
  /** A button with an icon, large enough for touch. */
  large?: boolean
  /** With `large`: only the icon, with the text as a label and tooltip. */
  iconOnly?: boolean
  /** Its cell in a grid, and so its tab stop. */
  at?: string
  tabIndex?: number
}

/** Whether cells of the format can be called or mailed. */
export const isContactFormat = (format: Format): format is 'phone' | 'email' => format === 'phone' || format === 'email'

/** A number that calls or an address that opens a mail. Anything else is plain text. */
export function ContactLink({ format, value, name, large = false, iconOnly = false, at, tabIndex }: Props) {
  const { href, text } = format === 'phone' ? phoneLink(value) : { href: emailHref(value), text: value }
  if (href === null)
    return (
      <span className={classes.plain} {...(at !== undefined && { 'data-at': at, tabIndex })}>
        {text}
      </span>
    )
  const verb = format === 'phone' ? 'Call' : 'Email'
  const Icon = format === 'phone' ? IconPhone : IconMail
  return (
    <a
      href={href}
      className={`${classes.link} ll-focus`}
      data-large={large || undefined}
      data-icon={iconOnly || undefined}
      aria-label={name ? `${verb} ${name}: ${text}` : `${verb} ${text}`}
      title={text}
      {...(at !== undefined && { 'data-at': at, tabIndex })}
    >
      {large && <Icon size={18} aria-hidden />}
      {!iconOnly && <span className={`${classes.text} ${format === 'phone' ? 'll-number' : ''}`}>{text}</span>}
    </a>
  )
}

function phoneLink(value: string): { href: string | null; text: string } {
  const phone = parsePhone(value)
  return phone ? { href: phoneHref(phone), text: phone.text } : { href: null, text: value }
}
