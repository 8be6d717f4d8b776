import { type SetDomain, setDomain } from '../../domain/account/domain.ts';
import { type ChangeMembers, changeMembers, isAdminOrOwner } from '../../domain/account/members.ts';
import { type Account, accountAggregate, isAtLeastRole, newAccount } from '../../domain/account/record.ts';
import { setSuspension } from '../../domain/account/suspend.ts';
import { change, type Stored } from '../../domain/aggregate.ts';
import { createApiKey } from '../../domain/api-key/create.ts';
import type { Decision, DecisionContext, IdSource } from '../../domain/decision.ts';
import { orderOwnersNotice } from '../../domain/mail/owner-notice.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Mode } from '../../domain/tenant.ts';
import { mintApiKey, type Pepper } from '../../platform/credentials.ts';
import { accountListItem } from '../../store/console/account-list.ts';
import { setSuspended } from '../../store/limits/suspension.ts';
import type { Store } from '../../store/writer/store.ts';
import { OPERATOR } from './operator.ts';

/** A new account with its first two keys, one per mode. */
export interface NewAccount {
  readonly accountId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

interface AccountDeps {
  readonly store: Store;
  readonly ids: IdSource;
  /** The first pepper hashes new keys. */
  readonly peppers: readonly Pepper[];
}

/** Builds a new account with `customerEmails` switched on. Accounts of earlier releases have it off until it is set. */
const accountOf = (fields: { readonly id: string; readonly created: number; readonly name: string; readonly email: string }): Account => ({
  ...newAccount({ ...fields, countryCode: null }),
  customerEmails: true,
});

/** Creates an account with one unrestricted key per mode. Only for operators with access to the table, not for the API. */
export const createAccount = async (deps: AccountDeps, details: { readonly name: string; readonly email: string }): Promise<NewAccount> => {
  const accountId = deps.ids.next('acct_');
  await deps.store.run({
    tenant: { accountId, mode: 'live' },
    actor: OPERATOR,
    load: async () => null,
    nowOf: () => null,
    decide: (_state, { now }) => ({
      changes: [change(accountAggregate, null, accountOf({ id: accountId, created: now, ...details }))],
      events: [],
      audit: { action: 'account.created', resourceType: 'account', resourceId: accountId, accountWide: true },
      result: null,
    }),
    extraWrites: () => [accountListItem(accountId)],
  });
  const [liveKey, testKey] = await Promise.all([createFirstKey(deps, accountId, 'live'), createFirstKey(deps, accountId, 'test')]);
  return { accountId, liveKey, testKey };
};

const createFirstKey = async ({ store, peppers }: AccountDeps, accountId: string, mode: Mode): Promise<string> => {
  const { secret, ...storedKey } = mintApiKey(mode, peppers);
  await store.run({
    tenant: { accountId, mode },
    actor: OPERATOR,
    load: async () => ({ creatorScopes: ['*'], scopeErrorOf: () => null, createdBy: { type: 'operator_command' as const, id: null } }),
    nowOf: () => null,
    decide: (state, context) => createApiKey({ ...storedKey, label: 'first key', scopes: ['*'] }, state, context),
  });
  return secret;
};

/**
 * Suspends an account or ends its suspension, from the next request on. Returns `null` if there is no such account. Writes the record, then
 * the account limiter, which enforces the suspension. After an interruption, repeat the call. For operators only.
 */
export const suspendAccount = async (store: Store, accountId: string, suspended: boolean): Promise<Account | null> => {
  const account = await runAsOperator(store, accountId, (state, context) => setSuspension({ suspended }, state, context));
  if (account instanceof Refusal) return null;
  await setSuspended(store.table, accountId, suspended);
  return account;
};

/** True when the change is about a member who is or becomes admin or owner. */
const isAboutAdmin = (command: ChangeMembers, account: Account | null): boolean =>
  command.kind === 'add'
    ? isAtLeastRole(command.role, 'admin')
    : isAdminOrOwner(account, command.member) || (command.kind === 'set_role' && isAtLeastRole(command.role, 'admin'));

/**
 * Adds or removes a member of the account's team, or changes a member's role. Orders an email to the owners if the member is or becomes
 * admin or owner. May return a refusal. For operators only.
 */
export const changeMembersOf = (store: Store, accountId: string, command: ChangeMembers): Promise<Account | Refusal> =>
  runAsOperator(store, accountId, (state, context) => {
    // `by: null`: the change is by an operator, not by a member.
    const decided = changeMembers(command, { ...state, by: null }, context);
    const before = state.account?.record ?? null;
    if (decided instanceof Refusal || !decided.audit || !isAboutAdmin(command, before)) return decided;
    const origin = { actorType: OPERATOR.type, actorId: null, ip: null, at: context.realNow };
    return { ...decided, mails: [orderOwnersNotice(decided.audit, origin, before, context.ids.next('ntc_'))] };
  });

/** Sets or removes the account's custom domain [PRT-11]. May return a refusal. For operators only. */
export const setDomainOf = (store: Store, accountId: string, command: SetDomain): Promise<Account | Refusal> =>
  runAsOperator(store, accountId, (state, context) => setDomain(command, state, context));

interface AccountState {
  readonly account: Stored<Account> | null;
}

const runAsOperator = async (
  store: Store,
  accountId: string,
  decide: (state: AccountState, context: DecisionContext) => Decision<Account> | Refusal,
): Promise<Account | Refusal> => {
  const tenant = { accountId, mode: 'live' } as const;
  const outcome = await store.run({
    tenant,
    actor: OPERATOR,
    load: async (): Promise<AccountState> => ({ account: await store.get(accountAggregate, tenant, accountId) }),
    nowOf: () => null,
    decide,
  });
  if (outcome.kind === 'refused') return outcome.refusal;
  if (outcome.kind === 'key_taken') throw new Error('Unexpected idempotency conflict: operators use no idempotency keys.');
  return outcome.result;
};
