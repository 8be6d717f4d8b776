import type { BaseRecord, Decision, NewAudit, Stored } from './kernel.ts';
import { same } from './same.ts';

/** A decision that writes nothing: the command was already carried out, or changes nothing. */
export const unchanged = <Result>(result: Result): Decision<Result> => ({ changes: [], events: [], result });

/** True when `after` differs from what is stored. */
export const differs = <R extends BaseRecord>(before: Stored<R>, after: R): boolean => !same(before.record, after);

/** The audit entry of a change to one resource: action `<resource>.<past participle>`. */
export const audited = (resourceType: string, participle: string, resourceId: string): NewAudit => ({
  action: `${resourceType}.${participle}`,
  resourceType,
  resourceId,
});
