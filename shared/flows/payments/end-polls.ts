import { endPolls } from '../../domain/payment/poll.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';

/** Ends the polls of the payment, unless `pollsFrom` has changed since the payment was read. */
export const endPollsOf = async (deps: FlowDeps, tenant: Tenant, { id, pollsFrom }: Payment): Promise<void> => {
  await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ payment: await deps.store.get(paymentAggregate, tenant, id) }),
    nowOf: () => null,
    decide: (state, context) => endPolls({ pollsFrom }, state, context),
  });
};
