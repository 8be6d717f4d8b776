import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { missingMessage } from '../missing-message.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type Account, type AccountState, accountAggregate, type PortalBranding } from './record.ts';

/** Omitted fields do not change; `null` clears. */
export type UpdateBranding = { readonly [Field in keyof PortalBranding]?: PortalBranding[Field] | undefined };

export interface UpdateBrandingState extends AccountState {
  /** The ids in `plans` that are prices of the account, in either mode. */
  readonly knownPriceIds: readonly string[];
}

/** Updates the portal branding. Refuses an unknown price in `plans` (404). No event, only an audit entry. */
export const updateBranding = (
  command: UpdateBranding,
  { account, knownPriceIds }: UpdateBrandingState,
  _ctx: DecisionContext,
): Decision<Account> | Refusal => {
  const unknownId = Array.isArray(command.plans) ? command.plans.find((id) => !knownPriceIds.includes(id)) : undefined;
  if (unknownId !== undefined) return new Refusal('resource_missing', missingMessage('price', unknownId), { param: 'plans' });
  const after: Account = { ...account.record, branding: patched(account.record.branding, command, { withdrawalUrl: null }) };
  if (!differs(account, after)) return unchanged(after);
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('portal_branding', 'updated', after.id), accountWide: true },
    result: after,
  };
};
