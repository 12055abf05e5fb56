import type { MemberPage } from '@leaselight/model'
import { NativeSelect } from '@mantine/core'
import type { Sort } from '../table/arrange'
import { nextSort } from './memberSort'

interface Props {
  columns: MemberPage['columns']
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** Sorts a list whose records are cards, which have no headings to press. */
export function SortSelect({ columns, sort, onSort }: Props) {
  return (
    <NativeSelect
      size="xs"
      aria-label="Sort the list"
      value={sort?.column ?? ''}
      onChange={({ currentTarget: { value } }) => onSort(value === '' ? null : nextSort(null, value))}
      data={[
        { value: '', label: 'Newest first' },
        ...columns
          .filter(({ key }) => key !== 'when')
          .map(({ key, label }) => ({ value: key, label: `By ${label.toLowerCase()}` })),
      ]}
    />
  )
}
