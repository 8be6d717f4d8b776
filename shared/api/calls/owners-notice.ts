import type { Decision, DecisionContext } from '../../domain/decision.ts';
import type { MailOrderWithId } from '../../domain/mail/orders.ts';
import { notifiesOwners, orderOwnersNotice } from '../../domain/mail/owner-notice.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Operation } from '../operation.ts';
import { isSensitive } from '../pipeline/recent-sign-in.ts';
import { actorOf, type RequestState } from '../pipeline/state.ts';

/** Builds the email to the owners about a sensitive change; `null` if there was no such change. */
export const buildOwnersNotice = (
  operation: Operation,
  state: RequestState,
  decided: Decision<unknown> | Refusal,
  { ids, realNow }: DecisionContext,
): MailOrderWithId | null => {
  if (!isSensitive(operation, state) || decided instanceof Refusal || decided.changes.length === 0 || !decided.audit) return null;
  if (!notifiesOwners(decided.audit)) return null;
  const { type, id, ip } = actorOf(state);
  const account = state.operator?.account.record ?? null;
  return orderOwnersNotice(decided.audit, { actorType: type, actorId: id, ip, at: realNow }, account, ids.next('ntc_'));
};
