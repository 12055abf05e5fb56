import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '@leaselight/facts'
import { type State, waitingDeliveries } from '@leaselight/state'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ReadinessChecks } from './readiness'

const QUICK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const LONG = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600]
/** A scrape times out after some seconds, so numbers of an unavailable store are left out instead. */
const TIMEOUT_MS = 2_000

/** An import's outcome, as counted. */
export type ImportStatusLabel = 'done' | 'refused' | 'failed'
/** The outcome of one recipient's mail, as counted. */
export type MailStatusLabel = 'sent' | 'refused' | 'later' | 'doubt' | 'kept' | 'skipped'

/** The stores whose numbers are read at each scrape. */
interface Stores {
  facts: Facts
  state: State
}

/** The product's Prometheus metrics. */
export interface Metrics {
  registry: Registry
  /** A response was sent. */
  requestFinished(answer: { method: string; route: string; status: number; seconds: number }): void
  /** A request has started; the returned function says that it has ended. */
  requestStarted(): () => void
  importFinished(entity: string, end: ImportStatusLabel, seconds: number): void
  /** The outcome of one recipient, by mail or in the outbox. */
  mailFinished(channel: 'smtp' | 'outbox', end: MailStatusLabel): void
  /** Adds the gauges that are read at each scrape, after the server is built; the returned function removes them. */
  attach(api: Stores, parts: ReadinessChecks): () => void
}

declare module '../http/context' {
  interface Api {
    metrics: Metrics
  }
}

/** One set of numbers for one server; docs/operations.md lists them. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'leaselight_build_info',
    help: 'Always 1; which version runs on which Node.',
    labelNames: ['version', 'node'] as const,
    registers,
  })
  build.set({ version: versionOf(), node: process.version }, 1)
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answers took, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: QUICK,
    registers,
  })
  const inHand = new Gauge({
    name: 'leaselight_http_requests_in_progress',
    help: 'Requests that wait for their answer.',
    registers,
  })
  const imports = new Histogram({
    name: 'leaselight_import_duration_seconds',
    help: 'How long imports took, by what came in and how they ended.',
    labelNames: ['entity', 'outcome'] as const,
    buckets: LONG,
    registers,
  })
  const mails = new Counter({
    name: 'leaselight_mails_total',
    help: 'Attempts to reach one recipient, by channel and how they ended.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  })
  return {
    registry,
    requestFinished: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    requestStarted() {
      inHand.inc()
      let isOver = false
      return () => {
        if (!isOver) inHand.dec()
        isOver = true
      }
    },
    importFinished: (entity, outcome, seconds) => imports.observe({ entity, outcome }, seconds),
    mailFinished: (channel, outcome) => mails.inc({ channel, outcome }),
    attach(api, parts) {
      addDependencyMetrics(registers, parts)
      addDeliveries(registers, api)
      return addFactsMetrics(registers, api)
    },
  }
}

function addDependencyMetrics(registers: Registry[], parts: ReadinessChecks): void {
  new Gauge({
    name: 'leaselight_part_up',
    help: '1 where a part answers, 0 where it does not: facts, state, crm, mail.',
    labelNames: ['part'] as const,
    registers,
    async collect() {
      for (const [part, isThere] of await parts.check()) this.set({ part }, isThere ? 1 : 0)
    },
  })
}

function addDeliveries(registers: Registry[], api: Pick<Stores, 'state'>): void {
  new Gauge({
    name: 'leaselight_deliveries_waiting',
    help: 'Deliveries that are not over, by kind and state, over all instances.',
    labelNames: ['kind', 'status'] as const,
    registers,
    async collect() {
      this.reset()
      const none: Awaited<ReturnType<typeof waitingDeliveries>> = []
      const found = await Promise.race([
        waitingDeliveries(api.state).catch(() => none),
        sleep(TIMEOUT_MS, none, { ref: false }),
      ])
      for (const { kind, status, number } of found) this.set({ kind, status }, number)
    },
  })
}

function addFactsMetrics(registers: Registry[], api: Pick<Stores, 'facts'>): () => void {
  const { activity } = api.facts
  const statements = new Histogram({
    name: 'leaselight_facts_statement_duration_seconds',
    help: 'How long statements to the facts took with their waiting, by kind and outcome.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: QUICK,
    registers,
  })
  const waits = new Histogram({
    name: 'leaselight_facts_wait_duration_seconds',
    help: 'How long statements waited for a connection to the facts.',
    buckets: QUICK,
    registers,
  })
  const batches = new Histogram({
    name: 'leaselight_import_batch_duration_seconds',
    help: 'How long batches of imports took to be written, by what they hold and how they ended.',
    labelNames: ['entity', 'outcome'] as const,
    buckets: QUICK,
    registers,
  })
  const derivations = new Histogram({
    name: 'leaselight_derivation_duration_seconds',
    help: 'How long it took to work out after imports what questions read, by table and how it ended.',
    labelNames: ['table', 'outcome'] as const,
    buckets: LONG,
    registers,
  })
  const records = new Counter({
    name: 'leaselight_import_records_total',
    help: 'Records that imports wrote: new ones, corrections and removals.',
    labelNames: ['entity'] as const,
    registers,
  })
  new Gauge({
    name: 'leaselight_facts_statements_running',
    help: 'Statements that hold a connection to the facts.',
    registers,
    collect() {
      this.set(activity?.load().running ?? 0)
    },
  })
  new Gauge({
    name: 'leaselight_facts_statements_waiting',
    help: 'Statements that wait for a connection to the facts, by priority.',
    labelNames: ['priority'] as const,
    registers,
    collect() {
      const { interactive = 0, background = 0 } = activity?.load().waiting ?? {}
      this.set({ priority: 'interactive' }, interactive)
      this.set({ priority: 'background' }, background)
    },
  })
  new Gauge({
    name: 'leaselight_import_batches_waiting',
    help: 'Batches of imports that wait for their turn to be written.',
    registers,
    collect() {
      this.set(activity?.load().waitingBatches ?? 0)
    },
  })
  const leave = activity?.listen({
    statement({ kind, outcome, seconds, waitedSeconds }) {
      statements.observe({ kind, outcome }, seconds)
      waits.observe(waitedSeconds)
    },
    batch({ entity, outcome, seconds, records: written }) {
      batches.observe({ entity, outcome }, seconds)
      if (written > 0) records.inc({ entity }, written)
    },
    derivation({ table, outcome, seconds }) {
      derivations.observe({ table, outcome }, seconds)
    },
  })
  return () => leave?.()
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
