import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/RadioCard.css'
import '@mantine/core/styles/RadioIndicator.css'
import { pluralize } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { Checkbox, Radio } from '@mantine/core'
import { useId, useState } from 'react'
import { useGlobal } from '../../app/Global'
import classes from './send.module.css'
import { keyOf, type SendSubject } from './subject'

interface Props {
  /** The properties with a page each, empty for all; null for the report as it is. */
  value: readonly number[] | null
  onChange: (pages: number[] | null) => void
  subject: SendSubject
}

type Choice = 'one' | 'all' | 'some'

/** Whether the report is sent as it is, or with a page for each property after a league table. */
export function PagesPicker({ value, onChange, subject }: Props) {
  const { properties, propertiesForReport } = useGlobal()
  const name = useId()
  const report = 'report' in subject ? subject.report : reportByKey(keyOf(subject))
  const open = report ? propertiesForReport(report) : (properties ?? [])
  const [choice, setChoice] = useState<Choice>(value === null ? 'one' : value.length === 0 ? 'all' : 'some')
  if (open.length < 2) return null
  const choose = (next: Choice) => {
    setChoice(next)
    onChange(next === 'one' ? null : next === 'all' ? [] : open.slice(0, 1).map(({ id }) => id))
  }
  const radio = (of: Choice, label: string, description?: string) => (
    <Radio
      size="sm"
      name={name}
      label={label}
      description={description}
      checked={choice === of}
      onChange={() => choose(of)}
    />
  )
  return (
    <fieldset className={classes.pages}>
      <legend className="ll-spoken">Pages</legend>
      {radio('one', 'This property')}
      {radio(
        'all',
        `A page for each of ${pluralize(open.length, 'property')}`,
        'With a league table as the cover. Properties you get later are added.',
      )}
      {radio('some', 'A page for chosen properties')}
      {choice === 'some' && value && (
        <ul className={classes.properties} aria-label="Properties with a page">
          {open.map(({ id, name: label }) => (
            <li key={id}>
              <Checkbox
                size="sm"
                label={label}
                checked={value.includes(id)}
                // The last one stays: an empty list would mean all.
                disabled={value.length === 1 && value[0] === id}
                onChange={({ currentTarget }) =>
                  onChange(currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
