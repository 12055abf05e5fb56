import { joinWithAnd, pluralize } from '@leaselight/model'
import { LoadingInline } from '@leaselight/ui'
import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { addressBook, mailRules } from '../queries'
import { groupByPerson, includesEmail, mergeEmails, type Person, parseEmails, removeEmail, roleLabel } from './people'
import classes from './picker.module.css'

interface Props {
  value: readonly string[]
  onChange: (emails: string[]) => void
  label?: string
  /** Whether this is the form's first field. */
  first?: boolean
}

/** Chooses a mail's recipients: typed addresses, and colleagues from the address book by property and role. */
export function RecipientPicker({ value, onChange, label = 'To', first = false }: Props) {
  const { client } = useServices()
  const rules = useQuery(mailRules(client))
  const book = useQuery(addressBook(client))
  const people = book.data ? groupByPerson(book.data) : []
  const nameOf = (email: string) => people.find((one) => includesEmail([one.email], email))?.name ?? email
  return (
    <fieldset>
      <legend>{label}</legend>
      {value.length > 0 && (
        <ul className={classes.chosen} aria-label="Recipients">
          {value.map((email) => (
            <li key={email} title={email}>
              <span className={classes.chosenName}>{nameOf(email)}</span>
              <CloseButton
                size="xs"
                aria-label={`Remove ${nameOf(email)}`}
                onClick={() => onChange(removeEmail(value, email))}
              />
            </li>
          ))}
        </ul>
      )}
      <EmailInput first={first} onAdd={(emails) => onChange(mergeEmails(value, emails))} />
      {rules.data?.outside === 'listed' && (
        <p className={blocks.quiet}>
          {rules.data.domains.length > 0
            ? `Outside your company, mail may go to ${joinWithAnd(rules.data.domains)} only.`
            : 'Mail may go to colleagues only.'}
        </p>
      )}
      {book.isPending && <LoadingInline label="Loading the address book" />}
      {book.error && <p className={blocks.quiet}>The address book could not be loaded. {book.error.message}</p>}
      {people.length > 0 && <AddressBook people={people} value={value} onChange={onChange} />}
    </fieldset>
  )
}

function EmailInput({ first, onAdd }: { first: boolean; onAdd: (emails: string[]) => void }) {
  const [text, setText] = useState('')
  const found = parseEmails(text)
  const ready = found !== null && found.length > 0
  const add = () => {
    if (!ready) return
    onAdd(found)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter adds the address; with an empty field it submits the form.
    if (event.key !== 'Enter' || text.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <div className={classes.typed}>
      <TextInput
        aria-label="E-mail address"
        data-autofocus={first || undefined}
        placeholder="name@example.com"
        type="text"
        inputMode="email"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="default" disabled={!ready} onClick={add}>
        Add
      </Button>
    </div>
  )
}

const ALL = ''

function AddressBook({ people, value, onChange }: Props & { people: readonly Person[] }) {
  const { properties } = useGlobal()
  const [property, setProperty] = useState(ALL)
  const [role, setRole] = useState(ALL)
  const roles = [...new Set(people.map((one) => one.role))].sort()
  const shown = people.filter(
    (one) => (property === ALL || one.propertyIds.includes(Number(property))) && (role === ALL || one.role === role),
  )
  const missing = shown.filter(({ email }) => !includesEmail(value, email))
  return (
    <div className={classes.book}>
      <div className={classes.narrowing}>
        <NativeSelect
          aria-label="Colleagues at"
          value={property}
          onChange={({ currentTarget }) => setProperty(currentTarget.value)}
          data={[
            { value: ALL, label: 'All properties' },
            ...(properties ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <NativeSelect
          aria-label="Role"
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
          data={[{ value: ALL, label: 'All roles' }, ...roles.map((item) => ({ value: item, label: roleLabel(item) }))]}
        />
      </div>
      {/* A scrolling list must be reachable by keyboard; its checkboxes are. */}
      <ul className={classes.people} aria-label="Colleagues">
        {shown.map(({ email, name, role: own }) => (
          <li key={email}>
            <Checkbox
              size="xs"
              label={name}
              description={roleLabel(own)}
              checked={includesEmail(value, email)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? mergeEmails(value, [email]) : removeEmail(value, email))
              }
            />
          </li>
        ))}
        {shown.length === 0 && <li className={blocks.quiet}>Nobody at this property has this role.</li>}
      </ul>
      {missing.length > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() =>
            onChange(
              mergeEmails(
                value,
                missing.map(({ email }) => email),
              ),
            )
          }
        >
          Add all {pluralize(missing.length, 'colleague')}
        </Button>
      )}
    </div>
  )
}
