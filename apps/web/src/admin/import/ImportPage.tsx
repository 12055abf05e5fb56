import { ErrorState, LoadingInline, PageHeader } from '@leaselight/ui'
import { Button, FileButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import blocks from '../../app/blocks.module.css'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { saveFile } from '../../report/export/download'
import { useAlerts } from '../../state/AlertsProvider'
import { FileDrop } from './FileDrop'
import { ImportHistory, importsKey } from './ImportHistory'
import { ImportProgress } from './ImportProgress'
import { ImportResult } from './ImportResult'
import classes from './import.module.css'
import type { ImportReport, Rejection } from './importReport'
import { type FileSample, inspectFile } from './inspect'
import { MitsForm } from './MitsForm'
import {
  type ContractEntity,
  mappingFits,
  missingFieldsMessage,
  type PropertyMap,
  type Question,
  type TableMapping,
  withoutEmptyRules,
} from './mapping'
import { previewTable } from './preview'
import { type Progress, runImport } from './runImport'
import { SavedMappings, savedMappingsQuery } from './SavedMappings'
import { TableImport } from './TableImport'

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
    queryFn: ({ signal }) =>
      client.json<{ entities: ContractEntity[] }>('/api/intake/contract', { signal, keepCase: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <PageHeader title="Import" question="Bring in data from another system" />
      <p className={blocks.about}>
        Choose a MITS Lead Management file (XML) or any table (CSV). Try it first to see what an import would do.
        Importing the same file again changes nothing.
      </p>
      {contract.error && <ErrorState message={contract.error.message} retry={() => void contract.refetch()} />}
      {contract.isPending && <LoadingInline label="Loading" />}
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
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const [assumed, setAssumed] = useState<readonly string[]>([])
  /** The name of the saved mapping in use. */
  const [used, setUsed] = useState('')
  const [map, setMap] = useState<PropertyMap>({ properties: {} })
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<{ report: ImportReport; rejections: Rejection[] }>()
  const stop = useRef<AbortController>(undefined)
  const contract = entities.find(({ entity }) => entity === table.entity)
  const isBusy = progress !== undefined

  const fail = (error: unknown) =>
    add({ type: 'error', message: error instanceof Error ? error.message : String(error) })

  /** A first mapping of a table, for one entity or the likeliest. */
  const guess = async ({ file, sample }: ChosenFile, entity?: string) => {
    const found = await previewTable(client, file, entity === undefined ? {} : { entity }).catch(fail)
    if (!found?.guess) return
    setTable(found.guess.mapping)
    setQuestions(found.guess.questions)
    setAssumed(found.guess.assumed)
    setUsed('')
    setChosen({ file, sample })
  }

  const choose = async (file: File | null) => {
    if (!file || isBusy) return
    try {
      const sample = await inspectFile(file)
      setResult(undefined)
      const saved = await queries.ensureQueryData(savedMappingsQuery(client))
      const fitting = saved
        .filter(({ mapping }) => isTable(mapping) && sample.kind === 'csv' && mappingFits(mapping, sample))
        .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
        .at(0)
      if (sample.kind === 'mits') setChosen({ file, sample })
      else if (fitting) {
        applyMapping(fitting.mapping)
        setUsed(fitting.name)
        setChosen({ file, sample })
      } else await guess({ file, sample })
    } catch (error) {
      fail(error)
    }
  }

  /** Replaces the mapping by one that was saved or opened. */
  const applyMapping = (mapping: unknown) => {
    if (isTable(mapping)) {
      setTable(mapping)
      setQuestions([])
      setAssumed([])
    } else if (isMap(mapping)) setMap(mapping)
    else throw new Error('This is neither the mapping of a table nor a property map.')
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
      if (file) applyMapping(JSON.parse(await file.text()))
    } catch (error) {
      fail(error)
    }
  }

  const missing = !chosen
    ? 'Choose a file first.'
    : chosen.sample.kind === 'mits'
      ? Object.keys(map.properties).length > 0
        ? null
        : 'Choose which property at least one code is.'
      : contract
        ? missingFieldsMessage(table, contract)
        : null

  return (
    <div className={classes.steps}>
      <FileDrop
        file={chosen?.file}
        disabled={isBusy}
        types="XML or CSV"
        accept=".xml,.csv,.tsv,.txt,text/xml,application/xml,text/csv"
        onFile={(file) => void choose(file)}
      />
      {chosen?.sample.kind === 'mits' && (
        <MitsForm codes={chosen.sample.properties} map={map} properties={properties} onChange={setMap} />
      )}
      {chosen?.sample.kind === 'csv' && contract && (
        <TableImport
          file={chosen.file}
          sample={chosen.sample}
          entities={entities}
          contract={contract}
          mapping={table}
          questions={questions}
          assumed={assumed}
          properties={properties}
          onEntity={(entity) => void guess(chosen, entity)}
          onChange={setTable}
        />
      )}
      {chosen && (
        <>
          <SavedMappings
            key={`${chosen.file.name} ${used}`}
            kind={chosen.sample.kind}
            mapping={chosen.sample.kind === 'mits' ? map : withoutEmptyRules(table)}
            name={used}
            onUse={({ name, mapping }) => {
              setUsed(name)
              applyMapping(mapping)
            }}
            onSaved={setUsed}
          />
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
              Download mapping
            </Button>
            <FileButton accept=".json,application/json" onChange={(file) => void loadMapping(file)}>
              {(props) => (
                <Button {...props} variant="subtle" disabled={isBusy}>
                  Open mapping file
                </Button>
              )}
            </FileButton>
            {missing && <span className={blocks.about}>{missing}</span>}
          </div>
        </>
      )}
      {progress && <ImportProgress progress={progress} onStop={() => stop.current?.abort()} />}
      {result && (
        <ImportResult
          report={result.report}
          rejections={result.rejections}
          entities={entities}
          properties={properties}
        />
      )}
    </div>
  )
}

const toJsonFile = (mapping: object): Blob =>
  new Blob([`${JSON.stringify(mapping, null, 2)}\n`], { type: 'application/json' })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
// The server reports what is wrong within the rows.
const isTable = (value: unknown): value is TableMapping =>
  isRecord(value) &&
  typeof value.entity === 'string' &&
  isRecord(value.fields) &&
  Object.values(value.fields).every(isRecord)
const isMap = (value: unknown): value is PropertyMap => isRecord(value) && isRecord(value.properties)
