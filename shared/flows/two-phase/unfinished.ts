import type { Stored } from '../../domain/aggregate.ts';
import { unchanged } from '../../domain/decision.ts';
import { continueOperation } from '../../domain/pending-operation/open.ts';
import { type PendingOperation, pendingOperationAggregate } from '../../domain/pending-operation/record.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';

/** The result of a call that stopped because its time was up: the next call gets this input, which contains the progress. */
export class Unfinished {
  readonly input: JsonObject;

  constructor(input: JsonObject) {
    this.input = input;
  }
}

/** Stores the progress of an operation and makes the operation due now. `gone`: another process has completed the operation. */
export const storeProgress = async (
  { store, nowMs }: FlowDeps,
  tenant: Tenant,
  operationId: string,
  { input }: Unfinished,
  actor: Actor,
): Promise<'unfinished' | 'gone'> => {
  const outcome = await store.run<Stored<PendingOperation> | null, 'unfinished' | 'gone'>({
    tenant,
    actor,
    load: () => store.get(pendingOperationAggregate, tenant, operationId),
    nowOf: () => null,
    decide: (stored) =>
      stored === null ? unchanged('gone') : { ...continueOperation(stored, input, Math.floor(nowMs() / 1000)), result: 'unfinished' },
  });
  if (outcome.kind !== 'done') throw new Error(`The progress of the operation ${operationId} could not be stored.`);
  return outcome.result;
};

/** Returns a function that tells whether `limitMs` have passed since this call. */
export const timeLimit = (nowMs: () => number, limitMs: number): (() => boolean) => {
  const untilMs = nowMs() + limitMs;
  return () => nowMs() >= untilMs;
};
