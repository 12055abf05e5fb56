import { preparing } from './preparing'
import { prepareTrend } from './trend'

/** Prepares lines over time alone, which most pages begin with. */
export const prepareLines = preparing({ trend: prepareTrend })
