import { ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Progress as Bar, Button, FileButton, NativeSelect } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { saveFile } from '../../report/export/download'
import { useAlerts } from '../../state/AlertsProvider'
import { ImportHistory, importsKey } from './ImportHistory'
import { ImportResult } from './ImportResult'
import classes from './import.module.css'
import type { ImportReport, Rejection } from './importReport'
import { type FileSample, inspectFile } from './inspect'
import { MitsForm } from './MitsForm'
import {
  type ContractEntity,
  guessMapping,
  missingFieldsMessage,
  type PropertyMap,
  type TableMapping,
  withoutEmptyRules,
} from './mapping'
import { type Progress, runImport } from './runImport'
import { TableForm } from './TableForm'

const PHASES: Readonly<Record<Progress['phase'], string>> = {
  reading: 'Reading the file',
  checking: 'Checking the records',
  importing: 'Taking the records in',
  settling: 'Tidying up',
}

interface ChosenFile {
  file: File
  sample: FileSample
}

/** Source files of other systems: choose a file, map it, try it, import it. */
export default function ImportPage() {
  const { client } = useServices()
  const { properties } = useGlobal()
  const contract = useQuery({
    queryKey: ['intake-contract'],
    queryFn: ({ signal }) => client.json<{ entities: ContractEntity[] }>('/api/intake/contract', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PageHeader title="Import" question="How does data of other systems come in?" />
      <p className={blocks.about}>
        Bring in a MITS Lead Management file (XML) or any table (CSV) of another system. Try it first: you see what
        would come in and what would be refused, and nothing is written. The same file again changes nothing.
      </p>
      {contract.error && <ErrorState message={contract.error.message} retry={() => void contract.refetch()} />}
      {contract.isPending && <LoadingInline label="Loading what a table can be made into" />}
      {contract.data && <ImportForm entities={contract.data.entities} properties={byName(properties ?? [])} />}
      <ImportHistory />
    </>
  )
}

interface NamedProperty {
  id: number
  name: string
}

const byName = (properties: readonly NamedProperty[]): NamedProperty[] =>
  [...properties].map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))

function ImportForm({
  entities,
  properties,
}: {
  entities: readonly ContractEntity[]
  properties: readonly NamedProperty[]
}) {
  const { client } = useServices()
  const { add } = useAlerts()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ChosenFile>()
  const [table, setTable] = useState<TableMapping>({ entity: 'prospects', fields: {} })
  const [map, setMap] = useState<PropertyMap>({ properties: {} })
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<{ report: ImportReport; rejections: Rejection[] }>()
  const stop = useRef<AbortController>(undefined)
  const contract = entities.find(({ entity }) => entity === table.entity)
  const isBusy = progress !== undefined

  const fail = (error: unknown) =>
    add({ type: 'error', message: error instanceof Error ? error.message : String(error) })

  const choose = async (file: File | null) => {
    if (!file || isBusy) return
    try {
      const sniffed = await inspectFile(file)
      setChosen({ file, sample: sniffed })
      setResult(undefined)
      if (sniffed.kind === 'csv' && contract)
        setTable((current) => (mappingFits(current, sniffed) ? current : guessMapping(contract, sniffed)))
    } catch (error) {
      fail(error)
    }
  }

  const run = async (dryRun: boolean) => {
    if (!chosen) return
    const { kind } = chosen.sample
    const request = { kind, file: chosen.file, mapping: kind === 'mits' ? map : withoutEmptyRules(table), dryRun }
    stop.current = new AbortController()
    const { signal } = stop.current
    setResult(undefined)
    setProgress({ phase: 'reading', rows: 0, bytes: 0, total_bytes: 0 })
    try {
      setResult(await runImport(client, request, signal, setProgress))
      // Every page may show other numbers after an import.
      if (!dryRun) await queries.invalidateQueries()
    } catch (error) {
      if (!signal.aborted) fail(error)
      await queries.invalidateQueries({ queryKey: importsKey })
    } finally {
      setProgress(undefined)
    }
  }

  const loadMapping = async (file: File | null) => {
    try {
      const read: unknown = file && JSON.parse(await file.text())
      if (isTable(read)) setTable(read)
      else if (isMap(read)) setMap(read)
      else if (file) throw new Error('This is neither the mapping of a table nor a property map.')
    } catch (error) {
      fail(error)
    }
  }

  const missing = !chosen
    ? 'Choose a file first.'
    : chosen.sample.kind === 'mits'
      ? Object.keys(map.properties).length > 0
        ? null
        : 'Choose for one property at least which it is.'
      : contract
        ? missingFieldsMessage(table, contract)
        : null

  return (
    <div className={classes.steps}>
      <FileDrop file={chosen?.file} disabled={isBusy} onFile={(file) => void choose(file)} />
      {chosen?.sample.kind === 'mits' && (
        <MitsForm codes={chosen.sample.properties} map={map} properties={properties} onChange={setMap} />
      )}
      {chosen?.sample.kind === 'csv' && (
        <>
          <NativeSelect
            className={classes.entity}
            label="What stands in a row of the table?"
            value={table.entity}
            onChange={({ currentTarget: { value } }) => {
              const next = entities.find(({ entity }) => entity === value)
              if (next) setTable(guessMapping(next, chosen.sample))
            }}
            data={entities.map(({ entity }) => entity)}
          />
          {contract && (
            <TableForm
              contract={contract}
              sample={chosen.sample}
              mapping={table}
              properties={properties}
              onChange={setTable}
            />
          )}
        </>
      )}
      {chosen && (
        <div className={classes.line}>
          <Button onClick={() => void run(true)} disabled={isBusy || missing !== null}>
            Try it
          </Button>
          <Button variant="default" onClick={() => void run(false)} disabled={isBusy || missing !== null}>
            Import
          </Button>
          <Button
            variant="subtle"
            onClick={() =>
              saveFile('mapping.json', toJsonFile(chosen.sample.kind === 'mits' ? map : withoutEmptyRules(table)))
            }
          >
            Save mapping
          </Button>
          <FileButton accept=".json,application/json" onChange={(file) => void loadMapping(file)}>
            {(props) => (
              <Button {...props} variant="subtle" disabled={isBusy}>
                Load mapping
              </Button>
            )}
          </FileButton>
          {missing && <span className={blocks.about}>{missing}</span>}
        </div>
      )}
      {progress && <ImportProgress progress={progress} onStop={() => stop.current?.abort()} />}
      {result && <ImportResult report={result.report} rejections={result.rejections} />}
    </div>
  )
}

const toJsonFile = (mapping: object): Blob =>
  new Blob([`${JSON.stringify(mapping, null, 2)}\n`], { type: 'application/json' })

/** Whether the file has the columns that a mapping names. Then the mapping is reused for this file. */
const mappingFits = ({ fields }: TableMapping, { columns }: FileSample): boolean => {
  const named = Object.values(fields).flatMap(({ column }) => (column ? [column] : []))
  return named.length > 0 && named.every((column) => columns.includes(column))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
// The server reports what is wrong within the rows.
const isTable = (value: unknown): value is TableMapping =>
  isRecord(value) &&
  typeof value.entity === 'string' &&
  isRecord(value.fields) &&
  Object.values(value.fields).every(isRecord)
const isMap = (value: unknown): value is PropertyMap => isRecord(value) && isRecord(value.properties)

interface DropProps {
  file: File | undefined
  disabled: boolean
  onFile: (file: File | null) => void
}

function FileDrop({ file, disabled, onFile }: DropProps) {
  const [isOver, setIsOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    // Without a mouse, use the button inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        onFile(event.dataTransfer.files[0] ?? null)
      }}
    >
      <IconFileUpload size={24} stroke={1.5} aria-hidden />
      <span className={classes.dropText}>
        {file ? `${file.name}, ${sizeOf(file.size)}` : 'Drop a file here, or choose one: XML or CSV.'}
      </span>
      <FileButton accept=".xml,.csv,.tsv,.txt,text/xml,application/xml,text/csv" onChange={onFile}>
        {(props) => (
          <Button {...props} variant="default" disabled={disabled}>
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3)).toLocaleString('en-US')} kB` : `${(bytes / 1e6).toFixed(1)} MB`

function ImportProgress({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const { phase, rows, bytes, total_bytes: total } = progress
  const share = total > 0 ? Math.min(100, (bytes / total) * 100) : 100
  const label = `${PHASES[phase]}${rows > 0 ? `: ${rows.toLocaleString('en-US')} records` : ''}`
  return (
    <div className={classes.under} role="status">
      <span>{label}</span>
      <Bar value={share} striped={total === 0} animated={total === 0} aria-label={PHASES[phase]} />
      <Button variant="default" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}
