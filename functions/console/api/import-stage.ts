import { wake } from '../../../shared/api/wake.ts';
import type { Stored } from '../../../shared/domain/aggregate.ts';
import { type CustomerImport, customerImportAggregate, viewCustomerImport } from '../../../shared/domain/customer-import/record.ts';
import type { Decision, DecisionContext } from '../../../shared/domain/decision.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import type { ConsoleContext } from './serve.ts';

/** Starts the next stage of an import and wakes its worker. */
export const beginStage = (
  context: ConsoleContext,
  importId: string,
  decide: (stored: Stored<CustomerImport> | null, memberId: string, ctx: DecisionContext) => Decision<CustomerImport> | Refusal,
) =>
  context.run({
    load: () => context.store.get(customerImportAggregate, context.tenant, importId),
    nowOf: () => null,
    decide: (stored, ctx) => decide(stored, context.member.id, ctx),
    answer: (customerImport) => viewCustomerImport(customerImport, context.tenant),
    afterCommit: ({ id }) => wake('customer-import', { ...context.tenant, importId: id }, context.request.requestId),
  });
