import { type CustomerImport, customerImportAggregate, viewCustomerImport } from '../domain/customer-import/record.ts';
import type { Decision, DecisionContext, Refusal, Stored } from '../domain/kernel.ts';
import { logError } from '../platform/log-lines.ts';
import { queue } from '../runtime/services.ts';
import type { ConsoleContext } from './serve-console.ts';

/** Has the worker go on with an import. Lost, the sweep picks it up within two minutes. */
const wake = async ({ tenant, request }: ConsoleContext, { id }: CustomerImport): Promise<void> => {
  try {
    await (await queue()).send('customer-import', { ...tenant, importId: id });
  } catch (error) {
    logError(error, { operation: request.requestId });
  }
};

/** Moves an import to a stage that the worker does, as a member says. */
export const beginStage = (
  context: ConsoleContext,
  importId: string,
  decide: (stored: Stored<CustomerImport> | null, memberId: string, ctx: DecisionContext) => Decision<CustomerImport> | Refusal,
) =>
  context.run({
    load: () => context.store.get(customerImportAggregate, context.tenant, importId),
    decide: (stored, ctx) => decide(stored, context.member.id, ctx),
    answer: (begun) => viewCustomerImport(begun, context.tenant),
    afterwards: (begun) => wake(context, begun),
  });
