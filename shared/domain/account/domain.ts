import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { type Account, accountAggregate } from './record.ts';

/** Lower-case DNS labels, separated by dots. */
export const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A domain whose DNS records the operator has verified to point to this deployment; `null` removes the account's domain. */
export interface SetDomain {
  readonly domain: string | null;
}

/**
 * Sets, replaces or removes the account's custom domain. New portal URLs use the custom domain if there is one [PRT-11]. No event, only an
 * audit entry.
 */
export const setDomain = (
  { domain }: SetDomain,
  { account }: { readonly account: Stored<Account> | null },
  ctx: DecisionContext,
): Decision<Account> | Refusal => {
  if (account === null) return new Refusal('resource_missing', 'No such account.');
  const { record } = account;
  const name = domain?.trim().toLowerCase() ?? null;
  if (name !== null && !HOST_NAME.test(name)) {
    return invalidParam('domain', '`domain` must be a host name such as billing.example.com.');
  }
  if (name === (record.domain?.name ?? null)) return unchanged(record);
  const after: Account = { ...record, domain: name === null ? null : { name, verifiedAt: ctx.realNow } };
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: {
      action: name === null ? 'domain.removed' : 'domain.verified',
      resourceType: 'domain',
      resourceId: name ?? record.domain?.name ?? null,
      accountWide: true,
    },
    result: after,
  };
};
