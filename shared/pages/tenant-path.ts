import type { PathParam } from '../api/operation.ts';
import { idParams } from '../api/schemas/fields.ts';
import type { Mode, Tenant } from '../domain/tenant.ts';

/** Path parameters of a page that belongs to an account and mode. `what`: the object of the page, for messages. */
export const tenantParams = (what: string) =>
  ({ account_id: idParams.account, mode: { pattern: /^(live|test)$/, what } }) satisfies Record<string, PathParam>;

/** The tenant in the path parameters of a page. */
export const tenantOf = ({ account_id, mode }: { readonly [Name in keyof ReturnType<typeof tenantParams>]: string }): Tenant => ({
  accountId: account_id,
  mode: mode as Mode,
});
