import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { changeMembers } from '../../shared/domain/account/members.ts';
import { changePasskeys, MAX_PASSKEYS } from '../../shared/domain/account/passkeys.ts';
import { type Account, accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { updateBillingProfile } from '../../shared/domain/account/update-billing-profile.ts';
import { updateBranding } from '../../shared/domain/account/update-branding.ts';
import { change, type Stored } from '../../shared/domain/aggregate.ts';
import type { Decision, DecisionContext } from '../../shared/domain/decision.ts';
import { OBJECT_ID_MAX_LENGTH, OFFERED_PLANS_MAX } from '../../shared/domain/limits.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { ENGINES } from '../support/engine.ts';
import { openFixture, writeChanges } from './support.ts';

/* An account is one item, which DynamoDB limits to 400 KB. An account of maximum size must still accept changes. */

const ITEM_BYTES = 400 * 1024;
const START = Date.UTC(2026, 0, 1) / 1000;
const MEMBERS = 200;
/** Text of maximum size: JSON encodes a control character in six bytes. */
const long = (length: number): string => '\u0001'.repeat(length);
const url = (): string => `https://a.example/${long(2065)}`;
const email = (index: number): string => `${`${index}-`.padEnd(64, 'm')}@${'e'.repeat(185)}.io`;

const ids = idSource(() => START * 1000);
const tenant: Tenant = { accountId: ids.next('acct_'), mode: 'live' };
const context: DecisionContext = { tenant, now: START, realNow: START, ids };

type Decide = (account: Stored<Account>) => Decision<Account> | Refusal;

const addMember =
  (index: number): Decide =>
  (account) =>
    changeMembers({ kind: 'add', email: email(index), role: 'support' }, { account, by: null }, context);

const addPasskey =
  (memberId: string, index: number): Decide =>
  (account) => {
    const bytes = Buffer.alloc(1023, index);
    const passkey = {
      name: '\u0001'.repeat(64),
      credentialId: bytes.toString('base64url'),
      publicKey: Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url'),
      transports: ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'],
    };
    return changePasskeys({ kind: 'add', passkey }, memberId, { account }, context);
  };

const changeProfile: Decide = (account) =>
  updateBillingProfile(
    {
      legalName: long(255),
      address: { line1: long(255), line2: long(255), postalCode: long(32), city: long(255) },
      registrationNumber: long(64),
      email: email(0),
      phone: '+49 '.padEnd(32, '1'),
      invoiceFooter: long(2000),
    },
    { account },
    context,
  );

/** The maximum number of prices in the branding, with ids of maximum length. */
const plans = Array.from({ length: OFFERED_PLANS_MAX }, (_, index) => String(index).padStart(OBJECT_ID_MAX_LENGTH, '0'));

const changeBranding: Decide = (account) =>
  updateBranding(
    {
      displayName: long(255),
      logoUrl: url(),
      iconUrl: url(),
      supportUrl: url(),
      privacyUrl: url(),
      termsUrl: url(),
      supportEmail: email(0),
      plans,
    },
    { account, knownPriceIds: plans },
    context,
  );

/** Applies a decision to the account; returns the refusal if there is one. */
const applyDecision = (account: Stored<Account>, decide: Decide): Stored<Account> | Refusal => {
  const decided = decide(account);
  return decided instanceof Refusal ? decided : { ...account, record: decided.result };
};

/** An account with all members except one, and as many passkeys as the account accepts. */
const fullAccount = (): Account => {
  let account: Stored<Account> = {
    record: newAccount({ id: tenant.accountId, created: START, name: long(255), email: email(0), countryCode: 'DE' }),
    version: 1,
    seq: 0,
    changedAt: START,
  };
  for (let index = 1; index < MEMBERS - 1; index += 1) account = applyDecision(account, addMember(index)) as Stored<Account>;
  for (const { id } of account.record.members) {
    for (let index = 0; index < MAX_PASSKEYS; index += 1) {
      const result = applyDecision(account, addPasskey(id, index));
      if (result instanceof Refusal) return account.record;
      account = result;
    }
  }
  return account.record;
};

const run = (store: Store, decide: Decide) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => (await store.get(accountAggregate, tenant, tenant.accountId)) as Stored<Account>,
    nowOf: () => null,
    decide,
  });

/** Item size as DynamoDB counts it: names and values. */
const bytesOf = (item: Readonly<Record<string, unknown>>): number =>
  Object.entries(marshall(item)).reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(Object.values(value).join('')), 0);

describe.each(ENGINES)('an account of maximum size, on %s', (engine) => {
  it('accepts a profile, a branding and another member, and stays below 90% of the limit', async () => {
    const { store, table, stop } = await openFixture(engine);
    const account = fullAccount();
    expect(account.members.flatMap(({ passkeys }) => passkeys).length).toBeGreaterThan(MAX_PASSKEYS);
    // The lookups of all members are too many for one transaction. The service adds members one by one.
    const withoutLookups = { ...accountAggregate, lookupsOf: () => [] };
    await writeChanges(store, tenant, [change(withoutLookups, null, account)]);
    for (const decide of [changeProfile, changeBranding, addMember(MEMBERS - 1)]) {
      expect(await run(store, decide)).toMatchObject({ kind: 'done' });
    }
    const item = await table.get(objectKey(accountAggregate, tenant, tenant.accountId));
    expect(bytesOf(item ?? {})).toBeLessThan(ITEM_BYTES * 0.9);
    await stop();
  });
});
