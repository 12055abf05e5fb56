export { ChartCard, prefetchDrawing } from './chart/ChartCard'
export { ChartNotes } from './chart/ChartNotes'
export {
  ChoiceFilter,
  type ChoiceFilterProps,
  MultiFilter,
  type MultiFilterProps,
  ToggleFilter,
  type ToggleFilterProps,
} from './filters/Choices'
export { ComparisonPicker } from './filters/ComparisonPicker'
export { DateRangePicker, FutureDateRangePicker } from './filters/DateRangePicker'
export { DaysHoursFilter } from './filters/DaysHoursFilter'
export { FilterBar, ResetFiltersButton } from './filters/FilterBar'
export { FilterContainerContext, FilterShell } from './filters/FilterShell'
export { LockedChip } from './filters/LockedChip'
export {
  PropertyPicker,
  type PropertyPickerProps,
  SinglePropertyPicker,
  type SinglePropertyPickerProps,
} from './filters/PropertyPicker'
export { ALL_PROPERTIES, inOrder, isSameChoice, type Option, type PropertyOption } from './filters/selection'
export { type Anchor, useAnchor } from './floating/anchor'
export { Hint } from './floating/Hint'
export { MenuPanel } from './floating/Panels'
export { panelOf } from './floating/panelOf'
export { type Action, ActionMenu, MenuActions } from './page/ActionMenu'
export { Answer as PageAnswer } from './page/Answer'
export { FindingNote, FindingPlace } from './page/FindingNote'
export type { NavEntry, NavGroup } from './page/navEntries'
export { Block, Blocks, MutedLine, PageHeader, type PageHeaderProps, PageScope, SplitButton } from './page/Page'
export { PinnedNav, SectionNav } from './page/SectionNav'
export { Change } from './parts/Change'
export { FindField, foundText } from './parts/FindField'
export { useIsDocked } from './parts/useIsDocked'
export { useIsPhone, useNarrowerThan } from './parts/useIsPhone'
export { useLate } from './parts/useLate'
export { useStableCallback } from './parts/useStableCallback'
export { HighlightedText } from './player/HighlightedText'
export { type AlertItem, AlertStack, type AlertType } from './states/AlertStack'
export { ErrorBoundary } from './states/ErrorBoundary'
export { LoadingInline, LoadingModal, LoadingPage } from './states/Loading'
export {
  EmptyState,
  ErrorState,
  FailedLine,
  FatalError,
  LoadFailure,
  NoPermission,
  NotFoundState,
} from './states/States'
export type { CellAction, NameLink, RowAction } from './table/actions'
export type { Children, Sort } from './table/arrange'
export { optionalColumns } from './table/columns'
export { DataTable, type DataTableProps } from './table/DataTable'
export { type CellNote, CellNotes, type NoteOf } from './table/notes'
export type { RemoteRows } from './table/remote'
export { TableSkeleton } from './table/TableSkeleton'
export { cssVariablesResolver, theme } from './theme/theme'
export { fonts } from './theme/tokens'
export { GoalBar } from './tiles/GoalBar'
export { Tile, type TileProps, TileRow } from './tiles/Tile'
