import { describe } from 'vitest'
import { tempFacts, tempServer } from '../testing'
import { upgradeTests } from './upgradeTests'

describe('an embedded store of an older declaration', () => upgradeTests(tempFacts))
describe('a server of an older declaration', () => upgradeTests(tempServer))
