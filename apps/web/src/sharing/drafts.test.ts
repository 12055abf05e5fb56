import { expect, it } from 'vitest'
import { memoryStorage } from '../testing'
import { draftKey, readDraft, writeDraft } from './drafts'

it('keeps a draft for its person and dialog, and survives a storage that is full or damaged', () => {
  const storage = memoryStorage()
  const mine = draftKey({ companyId: 1, userId: 7 }, 'share/activity', 'emails')
  writeDraft(storage, mine, ['a@x.example'])
  expect(readDraft(storage, mine)).toEqual(['a@x.example'])
  for (const other of [
    draftKey({ companyId: 1, userId: 8 }, 'share/activity', 'emails'),
    draftKey({ companyId: 2, userId: 7 }, 'share/activity', 'emails'),
    draftKey({ companyId: 1, userId: 7 }, 'share/calls', 'emails'),
  ])
    expect(readDraft(storage, other)).toBeUndefined()
  storage.setItem(mine, '{')
  expect(readDraft(storage, mine)).toBeUndefined()
  const full = {
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  expect(() => writeDraft(full, mine, 'x')).not.toThrow()
})
