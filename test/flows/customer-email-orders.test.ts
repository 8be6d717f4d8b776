import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { prepareRenewals } from '../../shared/flows/renewals/prepare.ts';
import { mailKey } from '../../shared/store/core/keys.ts';
import { START } from '../domain/world.ts';
import { type Sandbox, startSandbox } from '../provider/support.ts';
import { type EngineFixture, openFixture, updateRecord } from '../store/support.ts';
import { depsOf, subscriptionOf } from './due/due-environment.ts';
import { recordingPorts, storeSubscription } from './support.ts';

let fixture: EngineFixture;
let sandbox: Sandbox;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
  sandbox = await startSandbox();
}, 120_000);
afterAll(async () => {
  await sandbox.close();
  await fixture.stop();
});

const END = START + 365 * DAY_SECONDS;

/** A yearly subscription whose renewal is 30 days ahead, of an account with customer emails. */
const createYearlySubscription = async (accountId: string) => {
  const tenant: Tenant = { accountId, mode: 'live' };
  const fields = { currentPeriodEnd: END, datedEmails: {}, announcedRenewalAt: END };
  const subscription = await storeSubscription(fixture, tenant, fields);
  const price = { ...subscription.price, interval: 'year' as const };
  await updateRecord(fixture.store, tenant, accountAggregate, accountId, () => ({ customerEmails: true }));
  const env = { fixture, sandbox };
  await updateRecord(fixture.store, tenant, subscriptionAggregate, subscription.id, () => ({ price }));
  fixture.clock.nowMs = (END - 30 * DAY_SECONDS) * 1000;
  const deps = depsOf(env, recordingPorts().ports);
  return {
    tenant,
    prepare: () => prepareRenewals(deps, tenant, [subscription.id], []),
    mail: () => fixture.table.get(mailKey(tenant, `renewal_notice#${subscription.id}#${END}#30`)),
    current: () => subscriptionOf(env, tenant, subscription.id),
  };
};

describe('the email 30 days before the renewal of a yearly plan', () => {
  it('is ordered (stored for sending) once by concurrent and repeated runs, and the subscription records the order', async () => {
    const { prepare, mail, current } = await createYearlySubscription('acct_dated');
    expect(await mail()).toBeNull();
    await Promise.all([prepare(), prepare(), prepare()]);
    expect(await mail()).toMatchObject({ state: 'pending', due_kind: 'mail', order: { kind: 'renewal_notice', about: END } });
    expect((await current())?.datedEmails).toEqual({ renewal: END });
    const ordered = await mail();
    fixture.clock.nowMs += 1000;
    await prepare();
    expect(await mail()).toEqual(ordered);
  });

  it('is not ordered after the account has switched customer emails off', async () => {
    const { tenant, prepare, mail, current } = await createYearlySubscription('acct_dated_off');
    await updateRecord(fixture.store, tenant, accountAggregate, tenant.accountId, () => ({ customerEmails: false }));
    await prepare();
    expect(await mail()).toBeNull();
    // The subscription records the email nevertheless, so that it is not ordered later when the emails are switched on again.
    expect((await current())?.datedEmails).toEqual({ renewal: END });
  });
});
