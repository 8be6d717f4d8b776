import { type Withdrawn, withdrawFromContract } from '../../domain/subscription/lifecycle/withdraw.ts';
import { viewSubscription } from '../../domain/subscription/view.ts';
import { loadWithdrawal } from '../../flows/subscriptions/withdrawal.ts';
import type { Operation } from '../operation.ts';
import type { CallerContext, Command } from '../serve/handler.ts';
import { mailWrites, wakeMailWorker } from './ordered-mail.ts';

type State = Awaited<ReturnType<typeof loadWithdrawal>>;

/**
 * Builds the command that withdraws the customer from the contract of a subscription, for the portal and the API. One transaction contains
 * the withdrawal, its refunds and its mail order.
 */
export const withdrawCommand = (
  { id }: Operation,
  { tenant, store }: Pick<CallerContext, 'tenant' | 'store'>,
  subscriptionId: string,
): Command<State, Withdrawn, ReturnType<typeof viewSubscription>> => ({
  load: () => loadWithdrawal(store, tenant, subscriptionId),
  nowOf: ({ clockTime }) => clockTime,
  decide: (state, context) => withdrawFromContract(null, state, context),
  extraWrites: ({ mailOrder }) => mailWrites(tenant, mailOrder),
  answer: ({ subscription }) => viewSubscription(subscription, tenant),
  afterCommit: ({ mailOrder }) => wakeMailWorker(tenant, mailOrder, id),
});
