import { postponeOperation } from '../../domain/pending-operation/open.ts';
import { pendingOperationAggregate } from '../../domain/pending-operation/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logNotice } from '../../platform/log-lines.ts';
import { type Actor, SYSTEM } from '../../store/audit/entries.ts';
import { methodRemoval } from '../checkout/wallet.ts';
import { clockRemoval } from '../clocks/removal.ts';
import { customerPurge, redaction } from '../customers/purge.ts';
import { deletion } from '../customers/removal.ts';
import type { OperationDeps } from '../deps.ts';
import { refundCreation } from '../refunds/create.ts';
import { chargedChangeFlow } from '../subscriptions/charge-change.ts';
import { customerRepricing, tenantRepricing } from '../subscriptions/reprice.ts';
import { type AnyFlow, finishOperation } from './provider-write.ts';

const FLOWS: ReadonlyMap<string, AnyFlow> = new Map(
  [
    deletion,
    customerPurge,
    redaction,
    clockRemoval,
    refundCreation,
    methodRemoval,
    chargedChangeFlow,
    customerRepricing,
    tenantRepricing,
  ].map((flow: AnyFlow) => [flow.kind, flow]),
);

const REAPER: Actor = { ...SYSTEM, type: 'reaper' };

/** The reaper: continues a pending operation whose caller was interrupted. Without a response of the provider, tries again later. */
export const reap = async (deps: OperationDeps, tenant: Tenant, operationId: string): Promise<void> => {
  const operation = await deps.store.get(pendingOperationAggregate, tenant, operationId);
  if (operation === null) return;
  const { kind, tries } = operation.record;
  const flow = FLOWS.get(kind);
  if (flow === undefined) throw new Error(`No flow for pending operations of kind \`${kind}\`.`);
  const finished = await finishOperation(deps, tenant, flow, operation.record, {
    actor: REAPER,
    refusalAnswer: deps.refusalAnswer(operationId),
  });
  logNotice('operation_reaped', { operation: operationId, flow: kind, outcome: finished.kind, tries });
  if (finished.kind !== 'no_response') return;
  const nextTryAt = Math.floor(deps.nowMs() / 1000) + flow.retrySeconds(tries);
  await deps.store.run({
    tenant,
    actor: REAPER,
    load: () => deps.store.get(pendingOperationAggregate, tenant, operationId),
    nowOf: () => null,
    decide: (stored) => (stored === null ? { changes: [], events: [], result: null } : postponeOperation(stored, nextTryAt)),
  });
};
