import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MAX_TIMELINE_TEXT } from '@leaselight/model'
import { MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAlertingMutation } from '../api/useAlertingMutation'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { Dialog } from '../sharing/components/Dialog'
import { SubmitButton } from '../sharing/components/Form'
import { type NoteContent, TIMELINE_NOTES_API, timelineNotesKey } from './queries'

interface Props {
  /** The note that is changed; without one a new note is made. */
  id?: string
  initial: NoteContent
  mayWriteForAll: boolean
  onClose: () => void
}

type Subject = 'properties' | 'attribute' | 'company'

const subjects: Record<Subject, string> = {
  properties: 'Properties',
  attribute: 'Properties with an attribute',
  company: 'The whole company',
}

function subjectOf({ propertyIds, attribute }: NoteContent, mayWriteForAll: boolean): Subject {
  if (attribute !== null) return 'attribute'
  return propertyIds.length > 0 || !mayWriteForAll ? 'properties' : 'company'
}

/** Writes a note on the timeline, or changes one. */
export default function NoteDialog({ id, initial, mayWriteForAll, onClose }: Props) {
  const { client } = useServices()
  const { propertyState, customAttributes } = useGlobal()
  const { properties } = propertyState
  const [text, setText] = useState(initial.text)
  const [first, setFirst] = useState(initial.startDate)
  const [last, setLast] = useState(initial.endDate === initial.startDate ? '' : initial.endDate)
  const [subject, setSubject] = useState<Subject>(subjectOf(initial, mayWriteForAll))
  const [propertyIds, setPropertyIds] = useState<string[]>(
    // Who sees one property writes about it.
    initial.propertyIds.length === 0 && properties.length === 1
      ? properties.map((one) => String(one.id))
      : initial.propertyIds.map(String),
  )
  const traits = customAttributes.map(({ group, value }) => ({ attribute: group, value }))
  const [trait, setTrait] = useState(
    Math.max(
      0,
      traits.findIndex((one) => one.attribute === initial.attribute && one.value === initial.value),
    ),
  )
  const save = useAlertingMutation(
    timelineNotesKey,
    (body: NoteContent) =>
      id === undefined
        ? client.json(TIMELINE_NOTES_API, { body })
        : client.json(`${TIMELINE_NOTES_API}/${id}`, { method: 'PUT', body }),
    onClose,
    { isToldInForm: true },
  )
  const isReady = text.trim() !== '' && first !== '' && (subject !== 'properties' || propertyIds.length > 0)
  const choices = Object.entries(subjects)
    .filter(([key]) => key === 'properties' || (mayWriteForAll && (key !== 'attribute' || traits.length > 0)))
    .map(([value, label]) => ({ value, label }))
  return (
    <Dialog
      title={id === undefined ? 'Add a note' : 'Edit the note'}
      onClose={onClose}
      failure={save.error}
      onSubmit={() => {
        if (!isReady) return
        const chosen = subject === 'attribute' ? traits[trait] : undefined
        save.mutate({
          text,
          startDate: first,
          endDate: last || first,
          propertyIds: subject === 'properties' ? propertyIds.map(Number) : [],
          attribute: chosen?.attribute ?? null,
          value: chosen?.value ?? null,
        })
      }}
    >
      <Textarea
        label="What happened?"
        placeholder="Special began, phones down, …"
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_TIMELINE_TEXT}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label="First day"
        type="date"
        value={first}
        onChange={({ currentTarget }) => setFirst(currentTarget.value)}
      />
      <TextInput
        label="Last day"
        description="Leave it empty for one day."
        type="date"
        min={first}
        value={last}
        onChange={({ currentTarget }) => setLast(currentTarget.value)}
      />
      {choices.length > 1 && (
        <NativeSelect
          label="About"
          value={subject}
          onChange={({ currentTarget }) => setSubject(currentTarget.value as Subject)}
          data={choices}
        />
      )}
      {subject === 'properties' && (
        <MultiSelect
          label="Properties"
          searchable
          value={propertyIds}
          onChange={setPropertyIds}
          data={properties.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      )}
      {subject === 'attribute' && (
        <NativeSelect
          label="Attribute"
          value={trait}
          onChange={({ currentTarget }) => setTrait(Number(currentTarget.value))}
          data={traits.map(({ attribute, value }, at) => ({ value: String(at), label: `${attribute}: ${value}` }))}
        />
      )}
      <SubmitButton loading={save.isPending} disabled={!isReady}>
        Save note
      </SubmitButton>
    </Dialog>
  )
}
