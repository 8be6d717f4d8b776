import { audited, differs, unchanged } from '../decisions.ts';
import type { Decision, DecisionContext } from '../kernel.ts';
import { change } from '../kernel.ts';
import { patched } from '../same.ts';
import type { Account, AccountState, PortalBranding } from './record.ts';
import { accountAggregate } from './record.ts';

/** Fields left out stay as they are; `null` clears. */
export type UpdateBranding = { readonly [Field in keyof PortalBranding]?: PortalBranding[Field] | undefined };

/** Changes what the command names; what changes nothing records nothing. No event: the audit log has it. */
export const updateBranding = (command: UpdateBranding, { account }: AccountState, _ctx: DecisionContext): Decision<Account> => {
  const after: Account = { ...account.record, branding: patched(account.record.branding, command) };
  if (!differs(account, after)) return unchanged(after);
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('portal_branding', 'updated', after.id), accountWide: true },
    result: after,
  };
};
