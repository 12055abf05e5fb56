import { flags, flagValue } from '@leaselight/model'
import {
  type EvaluationContext,
  FlagNotFoundError,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
  TargetingKeyMissingError,
  TypeMismatchError,
} from '@openfeature/server-sdk'

/** A company's flags by name. Flags that were never set are missing. */
export type FlagValues = Readonly<Record<string, boolean>>

/** OpenFeature provider over a company's imported record and the administrator's settings, which take precedence. */
export class CompanyFlags implements Provider {
  readonly metadata = { name: 'company-flags' } as const
  readonly runsOn = 'server' as const

  /** @param read reads all values set for a company; the context is that of the evaluation */
  constructor(private readonly read: (companyId: number, context: EvaluationContext) => Promise<FlagValues>) {}

  async resolveBooleanEvaluation(
    flagKey: string,
    _byDefault: boolean,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<boolean>> {
    const companyId = Number(context.targetingKey)
    if (!Number.isSafeInteger(companyId) || companyId < 1) throw new TargetingKeyMissingError('companyId required')
    if (!isFlag(flagKey)) throw new FlagNotFoundError(`There is no flag ${flagKey}.`)
    return { value: flagValue(flagKey, await this.read(companyId, context)), reason: 'TARGETING_MATCH' }
  }

  resolveStringEvaluation(): Promise<ResolutionDetails<string>> {
    return rejectNonBoolean()
  }

  resolveNumberEvaluation(): Promise<ResolutionDetails<number>> {
    return rejectNonBoolean()
  }

  resolveObjectEvaluation<T extends JsonValue>(): Promise<ResolutionDetails<T>> {
    return rejectNonBoolean()
  }
}

const known: readonly string[] = flags

/** A flag of the list, or the `old-` counterpart of one. */
const isFlag = (name: string): boolean => known.includes(name.replace(/^old[-_]/, ''))

const rejectNonBoolean = (): Promise<never> => Promise.reject(new TypeMismatchError('A company flag is on or off.'))
