import { panelOf, useAnchor } from '@leaselight/ui'
import { useState } from 'react'
import { useGlobal } from '../app/Global'
import { SAMPLE_NOTICE } from './sampleUsers'
import classes from './shell.module.css'

const SamplePanel = panelOf(() => import('./SamplePanel'))

/** Beside the name of a company whose records are invented: says so, and what to do next. Nothing for others. */
export function SampleTag() {
  const { company } = useGlobal()
  const { anchor, button } = useAnchor('menu', SamplePanel.load, useState(false))
  const notice = company?.banners.find(({ type }) => type === SAMPLE_NOTICE)
  if (!notice) return null
  return (
    <>
      <button {...button} type="button" className={`${classes.sample} ll-focus`}>
        <span>Sample data</span>
      </button>
      <SamplePanel anchor={anchor} notice={notice.message} />
    </>
  )
}
