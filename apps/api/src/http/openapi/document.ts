import {
  type Column,
  dimension,
  isRecordList,
  possibleRowDimensions,
  type ReportDefinition,
  recordFields,
  toSnake,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { authBodies } from '../../account/signIn'
import { isIds, isText, isWhole } from '../../graphql/reportTypes'
import { batchBody } from '../../reports/batches'
import { ticketBody } from '../../reports/downloads'
import { childrenSegment } from '../../reports/routes'
import { accessPaths } from './access'
import { aliasPaths } from './aliases'
import { connectorPaths } from './connectors'
import { erasePaths } from './erase'
import { insightPaths, whatChangedSchema } from './insights'
import {
  bodySchema,
  columnParameters,
  json,
  operation,
  pageParameters,
  parameter,
  pathParameter,
  rowParameter,
  rowParameters,
  type Schema,
  stateParameters,
} from './parts'
import * as shapes from './schemas'
import { sharingPaths, sharingSchemas } from './sharing'

/** The whole REST interface in OpenAPI 3.1, made from the register and from the shapes the routes check. */
export function openApiDocument(): Schema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leaselight',
      version: '1',
      description:
        'Reports on leasing. Names are snake_case; ratios are 0..1 or null, durations seconds, money dollars.',
    },
    security: [{ bearer: [] }],
    paths: Object.assign(
      {},
      ...reports.map(reportPaths),
      aliasPaths(),
      connectorPaths(),
      accessPaths(),
      erasePaths(),
      otherPaths(),
      sharingPaths(),
      insightPaths(),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        importKey: { type: 'apiKey', in: 'header', name: 'x-import-key' },
      },
      schemas: {
        Error: shapes.error,
        MemberPage: shapes.memberPage,
        WhatChanged: whatChangedSchema,
        ...sharingSchemas,
        ...Object.fromEntries(reports.map((report) => [report.apiKey, resultSchema(report)])),
      },
    },
  }
}

function reportPaths(report: ReportDefinition): Schema {
  const path = `/api/reports/${report.key}`
  const state = stateParameters(report)
  const answer = json(shapes.ref(report.apiKey))
  const [column, period] = columnParameters(report)
  const [outer, inner] = report.rows
  return {
    [path]: {
      get: operation(`${report.title}: ${report.question}`, answer, [...state, ...rowParameters]),
    },
    ...(inner && {
      [`${path}/${outer}/{id}/${childrenSegment(inner)}`]: {
        get: operation(`${report.title}: the ${childrenSegment(inner)} of one ${outer}.`, answer, [
          pathParameter('id', { type: 'string' }),
          ...state,
        ]),
      },
    }),
    [`${path}/members`]: {
      get: operation(`${report.title}: the records a number counts.`, json(shapes.ref('MemberPage')), [
        ...state,
        { ...column, required: true },
        rowParameter,
        period,
        ...pageParameters,
      ]),
    },
    [`${path}/export`]: {
      get: operation(`${report.title} as a file.`, shapes.file, [
        ...state,
        { ...parameter('format', { enum: ['csv', 'pdf'] }, 'The form of the file.'), required: true },
        parameter(
          'columns',
          { type: 'array', items: { enum: Object.keys(report.columns).map(toSnake) } },
          'Only these columns.',
        ),
      ]),
    },
  }
}

function otherPaths(): Schema {
  const open = { security: [] }
  return {
    '/api/config': { get: { ...operation('Where the browser finds what is not ours.', json(shapes.config)), ...open } },
    '/api/auth/validate': {
      post: { ...operation('Signs in.', json(shapes.signIn), [], bodySchema(authBodies.validate)), ...open },
    },
    '/api/auth/refresh': {
      post: {
        ...operation(
          'Exchanges a refresh token for a new pair.',
          json(shapes.tokens),
          [],
          bodySchema(authBodies.refresh),
        ),
        ...open,
      },
    },
    '/api/auth/password/forgot': {
      post: {
        ...operation('Asks for a new password.', json(shapes.message), [], bodySchema(authBodies.forgot)),
        ...open,
      },
    },
    '/api/profile': { get: operation('The CRM’s record of whoever asks.', json(shapes.profile)) },
    '/api/prospect-batches': {
      post: operation(
        'Makes one batch a property of the prospects behind a number.',
        json(shapes.batches),
        [],
        bodySchema(batchBody),
      ),
    },
    '/api/get-prospect-batch-tokens-by-id': {
      get: {
        ...operation('The prospects of a batch, for whoever holds its token.', json(shapes.batch), [
          parameter('batch_id', { type: 'string' }, 'The batch.'),
          parameter('access_token', { type: 'string' }, 'Its token; a bearer session of its company does as well.'),
        ]),
        ...open,
      },
    },
    '/api/address-book': {
      get: operation('Who works at the properties one sees.', json(shapes.addressBook), [
        parameter('property_id', { type: 'integer' }, 'Only the people of this property.'),
        parameter('role', { type: 'string' }, 'Only the people of this role.'),
      ]),
    },
    '/api/tickets': {
      post: operation(
        'A link to an export that opens once, within a minute.',
        json(shapes.ticket),
        [],
        bodySchema(ticketBody),
      ),
    },
    '/api/downloads/{ticket}': {
      get: {
        ...operation('The file of a ticket.', shapes.file, [pathParameter('ticket', { type: 'string' })]),
        ...open,
      },
    },
    '/api/calls/{id}/recording': {
      get: operation('The recording of a call; a Range header asks for a piece of it.', shapes.audio, [
        pathParameter('id', { type: 'integer' }),
      ]),
    },
    '/api/import/{entity}': {
      post: {
        ...operation(
          'Takes in records of one entity.',
          json(shapes.importReport),
          [
            pathParameter('entity', { enum: shapes.entities }),
            parameter('strict', { type: 'boolean' }, 'All or nothing.'),
          ],
          {
            content: {
              'application/x-ndjson': { schema: { type: 'string' } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
        ),
        security: [{ bearer: [] }, { importKey: [] }],
      },
    },
  }
}

const recordCells = Object.fromEntries(
  recordFields.map((name) => [toSnake(name), { type: [name.endsWith('Id') ? 'integer' : 'string', 'null'] }]),
)

function resultSchema(report: ReportDefinition): Schema {
  const numbers = Object.entries(report.columns).filter(([, column]) => column.kind !== 'fact')
  const cells = (entries: [string, Column][]) =>
    Object.fromEntries(entries.map(([key, column]) => [toSnake(key), cellSchema(report, key, column)]))
  const possible = possibleRowDimensions(report)
  const names = possible.flatMap((key) => [dimension(key).field, dimension(key).nameField])
  return shapes.resultSchema({
    about: report.question,
    row: {
      ...(isRecordList(report) && recordCells),
      ...Object.fromEntries(names.map((name) => [toSnake(name), { type: ['string', 'integer', 'null'] }])),
      ...cells(Object.entries(report.columns)),
    },
    numbers: cells(numbers),
    extras: Object.fromEntries(
      Object.entries(report.metadata ?? {}).map(([name, { kind, description }]) => [
        toSnake(name),
        { kind, description },
      ]),
    ),
  })
}

function cellSchema(report: ReportDefinition, key: string, column: Column): Schema {
  if (isIds(column))
    return { type: 'array', items: { type: 'integer' }, description: `${column.label}: ${column.definition}` }
  const type = isText(column) ? 'string' : isWhole(report, key) ? 'integer' : 'number'
  const { kind, label, definition } = column
  return { type: kind === 'count' ? type : [type, 'null'], description: `${label}: ${definition}` }
}
