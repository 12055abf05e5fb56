import '@mantine/core/styles/NumberInput.css'
import { weekdays } from '@leaselight/model'
import type { Answer } from '@leaselight/ui/views'
import { Anchor, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toAnswer } from '../../api/toAnswer'
import { useServices } from '../../app/Services'
import { Dialog } from '../../sharing/components/Dialog'
import { SubmitButton } from '../../sharing/components/Form'
import { contractEntities, type Feed, type FeedFields, type Feeds, savedMappings, useFeedMutation } from './queries'

interface Props {
  /** The feed to change; none makes one. */
  feed?: Feed
  server: Feeds
  onClose: () => void
}

const NEW: FeedFields = {
  ...{ name: '', kind: 'csv', entity: null, mappingId: null, source: 'upload', folder: null, url: null },
  ...{ rhythm: 'daily', graceHours: 6, fetchTime: '06:00', fetchWeekday: 1, extent: 'partial' },
  ...{ maxRemovedPercent: 10, maxRejectedPercent: 0 },
}

const fieldsOf = (feed: Feed): FeedFields => {
  const { name, kind, entity, mappingId, source, folder, url, rhythm, graceHours, extent } = feed
  return {
    ...{ name, kind, entity, mappingId, source, folder, url, rhythm, graceHours, extent },
    maxRemovedPercent: feed.maxRemovedPercent,
    maxRejectedPercent: feed.maxRejectedPercent,
    fetchTime: feed.fetchTime ?? NEW.fetchTime,
    fetchWeekday: feed.fetchWeekday ?? NEW.fetchWeekday,
  }
}

/** Makes or changes a feed. */
export function FeedDialog({ feed, server, onClose }: Props) {
  const { client } = useServices()
  const [fields, setFields] = useState<FeedFields>(feed ? fieldsOf(feed) : NEW)
  const save = useFeedMutation(
    (body: FeedFields) =>
      feed
        ? client.json(`/api/feeds/${feed.id}`, { method: 'PUT', body: { ...body } })
        : client.json('/api/feeds', { body: { ...body } }),
    onClose,
  )
  const change = (changed: Partial<FeedFields>) => setFields((now) => ({ ...now, ...changed }))
  return (
    <Dialog
      title={feed ? `Change ${feed.name}` : 'New feed'}
      onClose={onClose}
      onSubmit={() => save.mutate({ ...fields, name: fields.name.trim() })}
    >
      <TextInput
        label="Name"
        description="Shown in mails and under reports, such as leads.csv"
        data-autofocus
        maxLength={80}
        value={fields.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Content fields={fields} onChange={change} />
      <Source fields={fields} server={server} onChange={change} />
      <Expectation fields={fields} onChange={change} />
      <SubmitButton loading={save.isPending} disabled={missing(fields)}>
        {feed ? 'Save' : 'Create feed'}
      </SubmitButton>
    </Dialog>
  )
}

interface PartProps {
  fields: FeedFields
  onChange: (changed: Partial<FeedFields>) => void
}

const firstChoice = ({ is }: Answer<unknown>) => ({ value: '', label: is === 'loading' ? 'Loading…' : 'Choose' })

/** What a field says while its choices could not be loaded, with the way to try again. */
function failureOf(answer: Answer<unknown>) {
  if (answer.is !== 'failed') return undefined
  return (
    <>
      {answer.message}{' '}
      <Anchor component="button" type="button" inherit className="ll-focus" onClick={answer.retry}>
        Try again
      </Anchor>
    </>
  )
}

/** What a file is, and what it is read by. */
function Content({ fields, onChange }: PartProps) {
  const { client } = useServices()
  const mappings = toAnswer(useQuery(savedMappings(client)))
  const contract = toAnswer(useQuery(contractEntities(client)))
  const fitting = mappings.is === 'here' ? mappings.data.mappings.filter(({ kind }) => kind === fields.kind) : []
  const entities =
    contract.is === 'here'
      ? contract.data.entities.map(({ entity }) => entity).filter((one) => one !== 'companies')
      : []
  return (
    <>
      <NativeSelect
        label="The file is"
        value={fields.kind}
        onChange={({ currentTarget: { value } }) => onChange({ kind: kindOf(value), mappingId: null })}
        data={[
          { value: 'csv', label: 'a table (CSV)' },
          { value: 'mits', label: 'a MITS Lead Management file' },
          { value: 'contract', label: 'records of the data contract' },
        ]}
      />
      {fields.kind === 'contract' ? (
        <NativeSelect
          label="Its records are"
          value={fields.entity ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ entity: value || null })}
          error={failureOf(contract)}
          data={[firstChoice(contract), ...entities]}
        />
      ) : (
        <NativeSelect
          label={fields.kind === 'mits' ? 'Property map' : 'Mapping'}
          description={
            mappings.is === 'here' && fitting.length === 0 ? 'None saved yet. Save one on the Import page.' : undefined
          }
          error={failureOf(mappings)}
          value={fields.mappingId ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ mappingId: value || null })}
          data={[firstChoice(mappings), ...fitting.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      <NativeSelect
        label="Each file has"
        value={fields.extent}
        onChange={({ currentTarget: { value } }) => onChange({ extent: value === 'full' ? 'full' : 'partial' })}
        data={[
          { value: 'partial', label: 'new and changed records' },
          { value: 'full', label: 'all records: the others are removed' },
        ]}
      />
      {fields.extent === 'full' && (
        <NumberInput
          label="Stop when more would be removed"
          suffix="%"
          min={0}
          max={100}
          value={fields.maxRemovedPercent}
          onChange={(value) => onChange({ maxRemovedPercent: Number(value) })}
        />
      )}
    </>
  )
}

/** Where the file comes from. */
function Source({ fields, server, onChange }: PartProps & { server: Feeds }) {
  return (
    <>
      <NativeSelect
        label="Source"
        value={fields.source}
        onChange={({ currentTarget: { value } }) => onChange({ source: sourceOf(value) })}
        data={[
          { value: 'upload', label: 'upload with a key' },
          { value: 'folder', label: 'a folder of the server (SFTP)', disabled: !server.watchesFolders },
          { value: 'url', label: 'a URL', disabled: server.fetchHosts.length === 0 },
        ]}
      />
      {fields.source === 'folder' && (
        <TextInput
          label="Folder"
          description="Letters, digits, dots, dashes"
          value={fields.folder ?? ''}
          onChange={({ currentTarget }) => onChange({ folder: currentTarget.value })}
        />
      )}
      {fields.source === 'url' && (
        <TextInput
          label="URL"
          description={`On ${server.fetchHosts.join(', ')}`}
          type="url"
          value={fields.url ?? ''}
          onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
      )}
    </>
  )
}

/** How often the file comes, and when it is late. */
function Expectation({ fields, onChange }: PartProps) {
  return (
    <>
      <NativeSelect
        label="How often"
        value={fields.rhythm}
        onChange={({ currentTarget: { value } }) => onChange({ rhythm: rhythmOf(value) })}
        data={[
          { value: 'hourly', label: 'every hour' },
          { value: 'daily', label: 'every day' },
          { value: 'weekly', label: 'every week' },
        ]}
      />
      {fields.source === 'url' && fields.rhythm === 'weekly' && (
        <NativeSelect
          label="On"
          value={fields.fetchWeekday}
          onChange={({ currentTarget: { value } }) => onChange({ fetchWeekday: Number(value) })}
          data={Object.entries(weekdays).map(([value, label]) => ({ value, label }))}
        />
      )}
      {fields.source === 'url' && fields.rhythm !== 'hourly' && (
        <TextInput
          label="At"
          type="time"
          value={fields.fetchTime}
          onChange={({ currentTarget }) => onChange({ fetchTime: currentTarget.value })}
        />
      )}
      <NumberInput
        label="Grace period"
        suffix=" h"
        min={0}
        max={720}
        value={fields.graceHours}
        onChange={(value) => onChange({ graceHours: Number(value) })}
      />
    </>
  )
}

const kindOf = (value: string): FeedFields['kind'] => (value === 'mits' || value === 'contract' ? value : 'csv')
const sourceOf = (value: string): FeedFields['source'] => (value === 'folder' || value === 'url' ? value : 'upload')
const rhythmOf = (value: string): FeedFields['rhythm'] => (value === 'hourly' || value === 'weekly' ? value : 'daily')

/** Whether a field that the feed needs is empty; the server checks the rest. */
const missing = ({ name, kind, entity, mappingId, source, folder, url }: FeedFields): boolean =>
  name.trim() === '' ||
  (kind === 'contract' ? !entity : !mappingId) ||
  (source === 'folder' && !folder) ||
  (source === 'url' && !url)
