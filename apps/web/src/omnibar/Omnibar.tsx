import { reportByPath, reports } from '@leaselight/reports'
import { useIsPhone } from '@leaselight/ui'
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { useAddress } from '../app/useAddress'
import { savedReports } from '../sharing/queries'
import { shownState } from '../state/scope'
import { findTargets, suggestTarget } from './find'
import classes from './omnibar.module.css'
import { AnswerRow, answerTarget } from './question/AnswerRow'
import { QuestionBar } from './question/QuestionBar'
import { useQuestion } from './question/useQuestion'
import { noteRecent, pageTarget, readRecent, reportTarget } from './recent'
import { buildTargets, type Target, type TargetKind } from './targets'

const MOST_RECENT = 5

/** Finds anything by name and opens it. Loaded on first use. */
export default function Omnibar({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const phone = useIsPhone()
  return (
    <Modal.Root opened={opened} onClose={onClose} padding={0} size={600} yOffset="12dvh" fullScreen={phone}>
      <Modal.Overlay />
      <Modal.Content aria-label="Find" className={phone ? classes.whole : undefined}>
        <Modal.Body>
          <Finder phone={phone} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Finder({ phone, onClose }: { phone: boolean; onClose: () => void }) {
  const { push } = useAddress()
  const { targets, isSavedMissing } = useTargets()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState(0)
  /** The target whose other places are shown. */
  const [unfolded, setUnfolded] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const matching = useMemo(() => findTargets(targets, typed), [targets, typed])
  const understood = useQuestion(typed)
  // A name among other words is found before it is taken for a question.
  const asked = understood?.question.isPlain && matching.length > 0 ? null : understood
  const answer = useMemo(() => asked && answerTarget(asked), [asked])
  const suggested = useMemo(() => suggestTarget(targets, typed), [targets, typed])
  const isSuggestion = !asked && matching.length === 0 && suggested !== undefined
  const found = useMemo(() => {
    const unfoldedToo = matching.flatMap((target) =>
      target.key === unfolded ? [target, ...(target.others ?? [])] : [target],
    )
    const nearest = isSuggestion && suggested ? [suggested] : unfoldedToo
    return answer ? [answer, ...nearest] : nearest
  }, [matching, unfolded, isSuggestion, suggested, answer])
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active option changes
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [pointed, found])

  const go = (target: Target | undefined): void => {
    if (!target) return
    noteRecent(localStorage, target.key.replace(/^Recent /, ''))
    onClose()
    push(target.path, target.search())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) setPointed(Math.max(0, Math.min(found.length - 1, pointed + step)))
    else if (event.key === 'ArrowRight' && found[pointed]?.others && isAtEnd(event)) setUnfolded(found[pointed].key)
    else if (event.key === 'ArrowLeft' && unfolded !== null && isAtEnd(event)) setUnfolded(null)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[pointed])
    else return
    event.preventDefault()
  }
  const groups = new Map<TargetKind, { target: Target; index: number }[]>()
  for (const [index, target] of found.entries())
    groups.set(target.kind, [...(groups.get(target.kind) ?? []), { target, index }])
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <input
          ref={field}
          data-autofocus
          type="text"
          role="combobox"
          className={classes.input}
          placeholder="Find anything, or ask: visits by source last month"
          aria-label="Find reports, numbers, properties, agents and sources"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${pointed}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPointed(0)
            setUnfolded(null)
          }}
          onKeyDown={onKeyDown}
        />
        {phone && <Modal.CloseButton aria-label="Close" />}
      </div>
      {asked && <QuestionBar asked={asked} onLeave={() => field.current?.focus()} />}
      <div ref={box} id={`${id}-list`} role="listbox" aria-label="Found" className={classes.list}>
        {[...groups].map(([kind, own]) => (
          // A listbox group; a fieldset has another role.
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} className={classes.kind}>
              {kind}
            </div>
            {own.map(({ target, index }) => (
              // The focus stays in the field, which names the active option.
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={target.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === pointed}
                className={classes.option}
                onPointerMove={() => setPointed(index)}
                onClick={() => go(target)}
              >
                {asked && answer === target ? (
                  <AnswerRow asked={asked} />
                ) : (
                  <>
                    <span className={classes.label}>{target.label}</span>
                    <span className={classes.hint}>
                      {target.hint}
                      {target.others && `, ${target.others.length} more →`}
                    </span>
                  </>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <span role="status">
          {asked && found.length === 0 ? 'Name a number or a report.' : statusOf(typed, found, isSuggestion)}
          {isSavedMissing && ' Your saved reports couldn’t be loaded.'}
        </span>
        <span className={classes.keys} aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </span>
      </div>
    </>
  )
}

/** Whether the cursor is behind the last letter, where arrows to the side move nothing. */
function isAtEnd({ currentTarget }: KeyboardEvent): boolean {
  if (!(currentTarget instanceof HTMLInputElement)) return false
  return currentTarget.selectionStart === currentTarget.value.length
}

function statusOf(typed: string, found: readonly Target[], isSuggestion: boolean): string {
  if (isSuggestion) return `No matches for “${typed}”. Did you mean ${found[0]?.label}?`
  return found.length === 0 ? `No matches for “${typed}”. Try “visits by source last month”.` : `${found.length} found`
}

/** Everything that can be opened from the current page. */
function useTargets(): { targets: Target[]; isSavedMissing: boolean } {
  const { path, search } = useAddress()
  const { preferences, client } = useServices()
  const { access, propertyState, knownProperties, propertiesForReport, agents, sources, customAttributes } = useGlobal()
  const saved = useQuery(savedReports(client))
  const targets = useMemo(() => {
    const report = reportByPath(path, search.view)
    const targets = buildTargets({
      reports,
      access,
      currentReport: report ? { report, state: shownState(report, search, knownProperties) } : null,
      openingState: (one) => preferences.restore(one, new Set(propertiesForReport(one).map(({ id }) => id))),
      properties: propertyState.properties,
      propertiesForReport,
      agents,
      sources,
      attributes: customAttributes,
      // Without saved reports everything else can still be found; the status line says so.
      saved: saved.data === undefined ? [] : saved.data,
    })
    const here = report ? reportTarget(report) : pageTarget(path)
    const recent = readRecent(localStorage)
      .filter((key) => key !== here)
      .flatMap((key) => targets.find((target) => target.key === key) ?? [])
      .slice(0, MOST_RECENT)
    return [...recent.map((target): Target => ({ ...target, key: `Recent ${target.key}`, kind: 'Recent' })), ...targets]
  }, [
    path,
    search,
    knownProperties,
    access,
    preferences,
    propertyState.properties,
    propertiesForReport,
    agents,
    sources,
    customAttributes,
    saved.data,
  ])
  return { targets, isSavedMissing: saved.isError }
}
