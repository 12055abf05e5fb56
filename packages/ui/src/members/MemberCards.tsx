import { formatCell, MISSING } from '@leaselight/model'
import { ContactLink, isContactFormat } from '../parts/ContactLink'
import { Facts } from '../parts/Facts'
import { MemberName, type MemberRowsProps } from './MemberTable'
import classes from './members.module.css'

/** The records behind a number on a phone, as cards with phone numbers that call on tap. */
export function MemberCards({ page, dates, loading, onPerson }: Omit<MemberRowsProps, 'sort' | 'onSort'>) {
  const [title, ...columns] = page.columns
  return (
    <ul className={classes.cards} aria-busy={loading}>
      {page.rows.map((row, index) => {
        const name = title ? formatCell(row[title.key], title.format, dates) : ''
        const contacts = columns.flatMap(({ key, format }) => {
          const value = row[key]
          return isContactFormat(format) && typeof value === 'string' ? [{ key, format, value }] : []
        })
        const facts = columns
          .filter(({ key, format }) => !isContactFormat(format) && key !== 'status')
          .map(({ key, label, format }) => [key, label, formatCell(row[key], format, dates)] as const)
          .filter(([, , text]) => text !== MISSING)
          .map(([key, label, text]) => (key === 'lastContact' ? `${label} ${text}` : text))
        return (
          // A list's records are never reordered within their page.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <p className={classes.cardTitle}>
              <MemberName row={row} onPerson={onPerson} />
              <span className={classes.cardStatus}>{row.status}</span>
            </p>
            <p className={classes.cardFacts}>
              <Facts facts={facts} />
            </p>
            {contacts.length > 0 && (
              <div className={classes.contacts}>
                {contacts.map(({ key, ...contact }) => (
                  // Next to a number, the address would need its own line.
                  <ContactLink
                    key={key}
                    {...contact}
                    name={name}
                    large
                    iconOnly={contacts.length > 1 && contact.format === 'email'}
                  />
                ))}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
