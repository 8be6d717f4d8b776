import { type CustomerImport, customerImportAggregate, viewCustomerImport } from '../domain/customer-import/record.ts';
import type { Decision, DecisionContext, Refusal, Stored } from '../domain/kernel.ts';
import type { ConsoleContext } from './serve-console.ts';
import { wake } from './wake.ts';

/** Moves an import to a stage that the worker does, as a member says. */
export const beginStage = (
  context: ConsoleContext,
  importId: string,
  decide: (stored: Stored<CustomerImport> | null, memberId: string, ctx: DecisionContext) => Decision<CustomerImport> | Refusal,
) =>
  context.run({
    load: () => context.store.get(customerImportAggregate, context.tenant, importId),
    nowOf: () => null,
    decide: (stored, ctx) => decide(stored, context.member.id, ctx),
    answer: (begun) => viewCustomerImport(begun, context.tenant),
    afterwards: ({ id }) => wake('customer-import', { ...context.tenant, importId: id }, context.request.requestId),
  });
