import { describe } from 'vitest'
import { tempCluster } from '../testing'
import { upgradeTests } from './upgradeTests'

describe('a cluster of an older declaration', () => upgradeTests(tempCluster))
