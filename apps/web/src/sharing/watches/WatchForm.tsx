import '@mantine/core/styles/NumberInput.css'
import { goalsIn, type Json } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { DialogForm } from '../components/Dialog'
import { SubmitButton } from '../components/Form'
import { useSharingMutation } from '../useSharingMutation'
import { watchPreview } from './queries'
import type { ChangedWatch, NumberWatch, WatchCondition } from './types'
import { fromTyped, toTyped, unitOf } from './units'
import { WatchPreview } from './WatchPreview'
import classes from './watches.module.css'

interface Props {
  /** Which number, as the server expects it. */
  place: { report: string; params: Readonly<Record<string, string>>; column: string; row: string | null }
  /** The watch to change; null for a new one. */
  existing: NumberWatch | null
  onSaved: (watch: ChangedWatch) => void
}

const conditions: { value: WatchCondition; label: string }[] = [
  { value: 'unusual', label: 'Changes unusually' },
  { value: 'below', label: 'Falls below' },
  { value: 'above', label: 'Rises above' },
  { value: 'behind', label: 'Falls behind its goal' },
]
const hasThreshold = (condition: WatchCondition): boolean => condition === 'above' || condition === 'below'
const TYPING_MS = 400

/** A watch's fields: when it tells, on which days it would have, and how. */
export function WatchForm({ place, existing, onSaved }: Props) {
  const { client } = useServices()
  const { company, user, profile } = useGlobal()
  const email = user.email ?? profile.email
  const [condition, setCondition] = useState<WatchCondition>(existing?.condition ?? 'unusual')
  // What was typed, in the unit of the input; until then the present value.
  const [typed, setTyped] = useState<number | null>(
    existing && existing.threshold !== null ? toTyped(existing.threshold, existing.format) : null,
  )
  const [byMail, setByMail] = useState(existing?.byMail ?? Boolean(email))
  const [webhook, setWebhook] = useState(existing?.webhookUrl ?? '')
  const [quiet, setQuiet] = useState(existing ? existing.quietFrom !== null : true)
  const [quietFrom, setQuietFrom] = useState(existing?.quietFrom ?? '20:00')
  const [quietTo, setQuietTo] = useState(existing?.quietTo ?? '07:00')
  const timeZone = existing?.timeZone ?? company?.timeZone ?? 'UTC'

  const [known, setKnown] = useState<{ format: NumberWatch['format']; value: number | null } | null>(
    existing ? { format: existing.format, value: existing.threshold } : null,
  )
  const shown = typed ?? (known && known.value !== null ? toTyped(known.value, known.format) : null)
  const threshold = !hasThreshold(condition) || shown === null || !known ? null : fromTyped(shown, known.format)
  const wanted = { ...place, condition, threshold, timeZone } satisfies Record<string, Json>
  const [asked] = useDebouncedValue(JSON.stringify(wanted), TYPING_MS)
  const preview = useQuery({
    // The text is of `wanted`, a request that was typed some moments ago.
    ...watchPreview(client, JSON.parse(asked) as typeof wanted),
    enabled: !hasThreshold(condition) || threshold !== null,
    placeholderData: keepPreviousData,
  })
  // Days are read one after another: the number is named before them. That of a goal is the month's.
  const now = useQuery(
    watchPreview(client, {
      ...place,
      ...{ condition: condition === 'behind' ? condition : 'unusual', threshold: null, timeZone, days: 0 },
    }),
  )
  const number = now.data
  if (number && !known) setKnown({ format: number.format, value: number.value })

  const save = useSharingMutation(
    () => {
      const body = {
        condition,
        threshold,
        byMail,
        webhookUrl: webhook.trim() || null,
        quietFrom: quiet ? quietFrom : null,
        quietTo: quiet ? quietTo : null,
        timeZone,
      }
      return existing
        ? client.json<ChangedWatch>(`/api/watches/${existing.id}`, { method: 'PUT', body })
        : client.json<ChangedWatch>('/api/watches', { body: { ...place, ...body } })
    },
    onSaved,
    { isToldInForm: true },
  )
  const isComplete =
    !preview.error &&
    (!hasThreshold(condition) || threshold !== null) &&
    (byMail || webhook.trim() !== '') &&
    (!quiet || (quietFrom !== '' && quietTo !== ''))
  const unit = unitOf(known?.format ?? 'integer')
  return (
    <DialogForm failure={save.error} onSubmit={() => isComplete && save.mutate(undefined)}>
      <div>
        <p className={classes.subject}>{existing ? existing.name : number ? number.subject : 'This number'}</p>
        {/* Its line is there before the number, so that no button moves under a click. */}
        <p className={classes.quiet}>{number ? `Now ${number.text}` : '\u00a0'}</p>
      </div>
      <NativeSelect
        label="Tell me when it"
        data={conditions.filter(({ value }) => value !== 'behind' || mayHaveGoal(place))}
        value={condition}
        onChange={({ currentTarget }) =>
          setCondition(conditions.find(({ value }) => value === currentTarget.value)?.value ?? condition)
        }
      />
      {hasThreshold(condition) && (
        <NumberInput
          label={condition === 'above' ? 'Above' : 'Below'}
          value={shown ?? ''}
          suffix={unit.suffix}
          decimalScale={unit.decimals}
          thousandSeparator=","
          onChange={(value) => setTyped(typeof value === 'number' ? value : null)}
        />
      )}
      <WatchPreview preview={preview.data} error={preview.error} loading={preview.isFetching} />
      <Checkbox
        size="xs"
        label={email ? `Mail to ${email}` : 'Mail (your user record has no address)'}
        disabled={!email}
        checked={byMail}
        onChange={({ currentTarget }) => setByMail(currentTarget.checked)}
      />
      <TextInput
        label="Webhook"
        type="url"
        placeholder="https:// (optional)"
        maxLength={2000}
        value={webhook}
        onChange={({ currentTarget }) => setWebhook(currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label="Quiet hours"
        checked={quiet}
        onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
      />
      {quiet && (
        <div className={classes.times}>
          <TextInput
            label="From"
            type="time"
            value={quietFrom}
            onChange={({ currentTarget }) => setQuietFrom(currentTarget.value.slice(0, 5))}
          />
          <TextInput
            label="To"
            type="time"
            value={quietTo}
            onChange={({ currentTarget }) => setQuietTo(currentTarget.value.slice(0, 5))}
          />
        </div>
      )}
      <SubmitButton loading={save.isPending} disabled={!isComplete}>
        {existing ? 'Save changes' : 'Watch'}
      </SubmitButton>
    </DialogForm>
  )
}

/** Whether the number of a property, or a total, may have goals. */
const mayHaveGoal = ({ report, column, row }: Props['place']): boolean =>
  goalsIn(reportByKey(report)?.columns ?? {})[column] !== undefined && (row === null || /^property:\d+$/.test(row))
