import { joinWithAnd, pluralize } from '@leaselight/model'
import type { Answer } from '@leaselight/ui/views'
import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { toAnswer } from '../../api/toAnswer'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { addressBook, mailRules } from '../queries'
import type { MailRules } from '../types'
import { groupByPerson, includesEmail, mergeEmails, parseEmails, removeEmail, roleLabel } from './people'
import classes from './recipients.module.css'
import { readPasted, type Suggestion, suggestionsFor } from './suggestions'

interface Props {
  value: readonly string[]
  onChange: (emails: string[]) => void
  label?: string
  /** Whether this is the form's first field. */
  first?: boolean
}

/**
 * A mail's recipients in one field: names and teams of the address book, typed addresses, and pasted lists. Enter or a
 * comma adds what is typed, Backspace in an empty field takes the last one off.
 */
export function Recipients({ value, onChange, label = 'To', first = false }: Props) {
  const { client } = useServices()
  const { properties } = useGlobal()
  const rules = toAnswer(useQuery(mailRules(client)))
  const book = useQuery(addressBook(client))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const hintId = useId()
  const combobox = useCombobox()
  const people = book.data ? groupByPerson(book.data) : []
  const nameOf = (email: string) => people.find((one) => includesEmail([one.email], email))?.name ?? email
  const options = suggestionsFor(text, people, properties ?? [], value, roleLabel)

  const [active, setActive] = useState<string | null>(null)
  // The first suggestion is what Enter adds; an empty field submits the form.
  const { selectFirstOption, resetSelectedOption, listId, dropdownOpened } = combobox
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's functions are new at each render
  useEffect(() => {
    if (text.trim() !== '' && dropdownOpened) return setActive(selectFirstOption())
    resetSelectedOption()
    setActive(null)
  }, [text, options.length, dropdownOpened])

  const add = (emails: readonly string[]) => {
    const all = mergeEmails(value, emails)
    const fresh = all.slice(value.length)
    setProblem('')
    if (fresh.length === 0) return
    onChange(all)
    setSaid(`${joinWithAnd(fresh.map(nameOf))} added. ${pluralize(all.length, 'recipient')}.`)
  }
  const remove = (email: string) => {
    onChange(removeEmail(value, email))
    setSaid(`${nameOf(email)} removed.`)
  }
  const choose = (key: string) => {
    add(options.find((option) => option.key === key)?.emails ?? [])
    setText('')
    combobox.closeDropdown()
  }
  /** Adds what is typed if it is addresses, and says so if it isn't. */
  const addTyped = (isFinished: boolean) => {
    if (text.trim() === '') return setProblem('')
    const emails = parseEmails(text)
    if (!emails) {
      if (isFinished) setProblem(`“${text.trim()}” is not an email address.`)
      return
    }
    add(emails)
    setText('')
    combobox.closeDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '' && value.length > 0) remove(value.at(-1) ?? '')
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      combobox.openDropdown()
      setActive(event.key === 'ArrowDown' ? combobox.selectNextOption() : combobox.selectPreviousOption())
      return
    }
    if (event.key === 'Escape' && dropdownOpened) return combobox.closeDropdown()
    const isSeparator = event.key === ',' || event.key === ';'
    if (event.key === 'Enter' && dropdownOpened && active !== null) {
      event.preventDefault()
      combobox.clickSelectedOption()
      return
    }
    if (text.trim() === '' || !(isSeparator || event.key === 'Enter')) return
    event.preventDefault()
    addTyped(true)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    const { emails, rest } = readPasted(pasted)
    if (emails.length === 0) return
    event.preventDefault()
    add(emails)
    setText(rest)
  }

  const isOpen = dropdownOpened && options.length > 0
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      {value.length > 0 && (
        <ul className={classes.chosen} aria-label="Recipients">
          {value.map((email) => (
            <li key={email} title={email}>
              <span className={classes.chosenName}>{nameOf(email)}</span>
              <CloseButton size="xs" aria-label={`Remove ${nameOf(email)}`} onClick={() => remove(email)} />
            </li>
          ))}
        </ul>
      )}
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <TextInput
            aria-label="Name or email address"
            aria-describedby={hintId}
            data-autofocus={first || undefined}
            placeholder="Name, team, or email address"
            role="combobox"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? (listId ?? undefined) : undefined}
            aria-activedescendant={isOpen ? (active ?? undefined) : undefined}
            // Escape closes the suggestions first, then the drawer.
            data-mantine-stop-propagation={isOpen || undefined}
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            value={text}
            error={problem || undefined}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setProblem('')
              combobox.openDropdown()
            }}
            onClick={() => combobox.openDropdown()}
            onBlur={() => {
              combobox.closeDropdown()
              addTyped(true)
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={options.length === 0}>
          <Combobox.Options className={classes.options} aria-label="Suggestions">
            {options.map((option) => (
              <Option key={option.key} option={option} />
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <p id={hintId} className={blocks.quiet}>
        {[ruleText(rules), book.error && `The address book could not be loaded. ${book.error.message}`]
          .filter(Boolean)
          .join(' ')}
      </p>
      <span className="ll-spoken" role="status">
        {said}
      </span>
    </fieldset>
  )
}

function Option({ option: { key, kind, label, detail } }: { option: Suggestion }) {
  return (
    <Combobox.Option value={key} className={classes.option} data-kind={kind}>
      <span className={classes.optionName}>{label}</span>
      <span className={classes.optionDetail}>{detail}</span>
    </Combobox.Option>
  )
}

function ruleText(rules: Answer<MailRules>): string {
  if (rules.is === 'failed') return `We couldn’t load who may get mail. ${rules.message}`
  if (rules.is === 'loading' || rules.data.outside !== 'listed') return ''
  const { domains } = rules.data
  return domains.length > 0
    ? `Outside your company, mail may go to ${joinWithAnd(domains)} only.`
    : 'Mail may go to colleagues only.'
}
