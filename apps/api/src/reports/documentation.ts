import { LIST_LIMIT } from '@leaselight/engine'
import { isByWeek, isRecordList, type ReportDefinition, TREND_WEEKS, toSnake } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { z } from 'zod'
import { fileAnswer, pageParameters } from '../http/answers'
import type { RouteVariant } from '../http/routeSchema'
import { MAX_PROPERTY_PAGES } from './book'
import { formatSchema } from './export'
import { exportInputs } from './exportInputs'
import { stateParameters } from './parameters'
import {
  childrenSegment,
  drillableColumns,
  listedColumns,
  MAX_MEMBERS_IN_FILE,
  MAX_PAGE_SIZE,
  MEMBER_SORT,
  pointKinds,
} from './requests'
import { memberPage, resultOf } from './shapes'

/** Parameters that select the rows of a report. */
export const rowParameters = {
  parent: z.string().optional().meta({ description: 'Only the rows that open from the row of this key.' }),
  depth: z
    .enum(['top', 'all'])
    .optional()
    .meta({ description: 'How many levels of rows; only the outermost without it.' }),
}

/** What the points of a series are, of a report that also draws whole weeks; nothing for any other. */
const pointParameters = (report: ReportDefinition): z.ZodRawShape =>
  report.charts.some(isByWeek)
    ? {
        points: z
          .enum(pointKinds)
          .optional()
          .meta({
            description: `What a point of the series is: a day of the period, or each of the last ${TREND_WEEKS} weeks up to its last day, counted as a whole and without rows. Default: days.`,
          }),
      }
    : {}

/** Parameters that choose records of a list report; none for any other. */
const recordParameters = (report: ReportDefinition): z.ZodRawShape =>
  isRecordList(report)
    ? {
        limit: z
          .int()
          .min(1)
          .max(LIST_LIMIT)
          .optional()
          .meta({ description: 'The most records to return; the answer then has their number as length.' }),
        find: z.string().max(200).optional().meta({ description: 'Only records that show this text.' }),
        sort: z
          .enum(listedColumns(report).flatMap((key) => [toSnake(key), `-${toSnake(key)}`]))
          .optional()
          .meta({ description: 'The column that sorts the records, after a minus the largest first.' }),
      }
    : {}

/** Which number of a report is opened: its column, its period and its row. */
export const numberParameters = (report: ReportDefinition) => ({
  column: z.enum(drillableColumns(report).map(toSnake)).meta({ description: 'The column of the number.' }),
  period: z.enum(['current', 'prior']).optional().meta({ description: 'The period of the number.' }),
  row: z.string().optional().meta({ description: 'The key of the number’s row; without it the total.' }),
})

/** The pages of the records behind a number. */
export const memberPages = {
  ...pageParameters(MAX_PAGE_SIZE),
  find: z.string().max(200).optional().meta({ description: 'Only records whose cells have all of these words.' }),
  sort: z.string().optional().meta({ description: MEMBER_SORT }),
}

/** What generated clients call a report’s operation. */
export const operationOf = ({ apiKey }: ReportDefinition): string => apiKey.charAt(0).toLowerCase() + apiKey.slice(1)

/** An operation of the document for each report. */
const ofEach = (document: (report: ReportDefinition, path: string) => RouteVariant[]): RouteVariant[] =>
  reports.flatMap((report) => document(report, `/api/reports/${report.key}`))

/** The width of the picture of a PDF's first page, in pixels: twice as wide as pages show it, for sharp screens. */
export const FIRST_PAGE_WIDTH = 560

const openedRows = {
  opened: z
    .string()
    .optional()
    .meta({ description: `${exportInputs.opened.description} With commas.` }),
}

const propertyPages = (report: ReportDefinition): z.ZodRawShape =>
  report.sheet
    ? {
        property_pages: z
          .string()
          .optional()
          .meta({
            description: `A page for each property after a league table: all, or at most ${MAX_PROPERTY_PAGES} ids with commas.`,
          }),
      }
    : {}

/** The schemas of the routes that every report has, each with an operation for each report. */
export const reportSchemas = {
  report: {
    variants: ofEach((report, path) => [
      {
        path,
        operationId: operationOf(report),
        tag: 'Reports',
        summary: report.title,
        description: report.question,
        parameters: z.object({
          ...stateParameters(report),
          ...rowParameters,
          ...pointParameters(report),
          ...recordParameters(report),
        }),
        answer: resultOf(report),
      },
    ]),
  },
  children: {
    variants: ofEach((report, path) => {
      const [outer, inner] = report.rows
      if (!outer || !inner) return []
      const children = childrenSegment(inner)
      return [
        {
          path: `${path}/${outer}/{id}/${children}`,
          operationId: `${operationOf(report)}Children`,
          tag: 'Reports',
          summary: `${report.title}: the ${children} of one ${outer}`,
          parameters: z.object(stateParameters(report)),
          answer: resultOf(report),
        },
      ]
    }),
  },
  members: {
    variants: ofEach((report, path) => [
      {
        path: `${path}/members`,
        operationId: `${operationOf(report)}Members`,
        tag: 'Reports',
        summary: `${report.title}: the records behind a number`,
        parameters: z.object({ ...stateParameters(report), ...numberParameters(report), ...memberPages }),
        answer: memberPage,
      },
    ]),
  },
  membersFile: {
    variants: ofEach((report, path) => [
      {
        path: `${path}/members/export`,
        operationId: `export${report.apiKey}Members`,
        tag: 'Reports',
        summary: `${report.title}: the records behind a number as a CSV file`,
        description: `The newest ${MAX_MEMBERS_IN_FILE.toLocaleString('en-US')}.`,
        parameters: z.object({ ...stateParameters(report), ...numberParameters(report) }),
        answer: { 'text/csv': { type: 'string' } },
      },
    ]),
  },
  export: {
    variants: ofEach((report, path) => [
      {
        path: `${path}/export`,
        operationId: `export${report.apiKey}`,
        tag: 'Reports',
        summary: `${report.title} as a file`,
        parameters: z.object({
          ...stateParameters(report),
          format: formatSchema.meta({ description: 'The form of the file.' }),
          columns: z
            .array(z.enum(Object.keys(report.columns).map(toSnake)))
            .optional()
            .meta({ description: exportInputs.columns.description }),
          ...openedRows,
          plain: z
            .enum(['0', '1'])
            .optional()
            .meta({ description: `1: ${exportInputs.plain.description}` }),
          ...propertyPages(report),
        }),
        answer: fileAnswer,
      },
    ]),
  },
  firstPage: {
    variants: ofEach((report, path) => [
      {
        path: `${path}/first-page`,
        operationId: `firstPage${report.apiKey}`,
        tag: 'Reports',
        summary: `${report.title}: a picture of its PDF’s first page`,
        description: `${FIRST_PAGE_WIDTH} pixels wide.`,
        parameters: z.object({ ...stateParameters(report), ...openedRows, ...propertyPages(report) }),
        answer: { 'image/png': { type: 'string', contentMediaType: 'image/png' } },
      },
    ]),
  },
} as const
