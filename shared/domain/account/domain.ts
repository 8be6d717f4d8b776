import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type Account, accountAggregate } from './record.ts';

/** Lower-case labels with a dot between, as a browser shows an address. */
const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The domain that was seen to lead to this deployment; `null` takes the account's domain away. */
export interface VerifyDomain {
  readonly domain: string | null;
}

/**
 * Notes that the account's own domain leads to this deployment, so that addresses for its customers lie on it from now on [PRT-11]; or that
 * none does any more. One domain an account: another takes its place. No event: the audit log has it.
 */
export const verifyDomain = (
  { domain }: VerifyDomain,
  { account }: { readonly account: Stored<Account> | null },
  ctx: DecisionContext,
): Decision<Account> | Refusal => {
  if (account === null) return new Refusal('resource_missing', 'No such account.');
  const { record } = account;
  const name = domain?.trim().toLowerCase() ?? null;
  if (name !== null && !HOST_NAME.test(name)) {
    return new Refusal('parameter_invalid', 'A domain is a host name like billing.example.com.', { param: 'domain' });
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
