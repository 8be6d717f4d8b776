import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { storeProviderCustomerId } from '../../../shared/domain/customer/update.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { connectProvider, type KeyCheck } from '../../../shared/domain/provider-credential/connect.ts';
import { providerCredentialAggregate } from '../../../shared/domain/provider-credential/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { ProviderAdapter } from '../../../shared/provider/adapter.ts';
import { mollie } from '../../../shared/provider/mollie/index.ts';
import { providerKindOfKey } from '../../../shared/provider/registry.ts';
import { newBilling } from '../billing.ts';
import { migrate, newCatalogue, World } from '../world.ts';

const accepted = (key: string, profileId = 'pfl_1'): KeyCheck => ({
  kind: 'accepted',
  provider: 'mollie',
  profileId,
  ciphertext: `sealed ${key}`,
  fingerprint: key,
});

describe('the provider credential', () => {
  const setup = () => {
    const world = new World();
    const connect = (check: KeyCheck) => {
      const credential = world.find(providerCredentialAggregate, 'acct_1');
      return world.apply(connectProvider(null, { credential, check }, world.ctx()));
    };
    return { world, connect };
  };

  it('is stored after the provider accepts it, and shown without the key', () => {
    const { world, connect } = setup();
    connect(accepted('aaa'));
    const view = world.view(providerCredentialAggregate, 'acct_1');
    expect(view).toMatchObject({
      object: 'provider_credential',
      connected: true,
      fingerprint: 'aaa',
      profile_id: 'pfl_1',
      livemode: false,
    });
    expect(JSON.stringify(view)).not.toContain('sealed');
  });

  it('is not stored again if it is sent again; storing and replacing it have one audit entry each', () => {
    const { world, connect } = setup();
    for (const check of [accepted('aaa'), accepted('aaa'), accepted('bbb', 'pfl_2')]) connect(check);
    expect(world.get(providerCredentialAggregate, 'acct_1').record).toMatchObject({ ciphertext: 'sealed bbb', profileId: 'pfl_2' });
    expect([world.events, world.audits]).toEqual([[], ['provider_credential.updated', 'provider_credential.updated']]);
  });

  it.each([
    [{ kind: 'rejected' }, { code: 'parameter_invalid', param: 'api_key', reason: 'credential_rejected' }],
    [{ kind: 'no_response' }, { code: 'provider_unavailable' }],
  ] as const)('is unchanged if the provider’s check of another key ends with %o', (check, refusal) => {
    const { world, connect } = setup();
    connect(accepted('aaa'));
    expect(connect(check)).toMatchObject(refusal);
    expect(world.get(providerCredentialAggregate, 'acct_1').version).toBe(1);
  });

  it('that the first release stored without a kind gets the kind mollie', () => {
    expect(migrate(providerCredentialAggregate, { id: 'acct_1', created: 0 })).toMatchObject({ id: 'acct_1', kind: 'mollie' });
  });

  it.each([
    ['live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM', true, false],
    ['test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM', false, true],
    ['live_dHar4XY7LxsDOtmnkVtjNVWXLSlXs', false, false],
    [' live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM', false, false],
    ['access_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM', false, false],
    ['live_dHar4XY7LxsDOtmnkVtjNVWXLSl/XsM', false, false],
  ])('with the key %j is accepted in live mode: %s, in test mode: %s', (key, live, test) => {
    expect(providerKindOfKey({ apiKey: key, provider: null }, 'live')).toEqual(live ? 'mollie' : expect.any(Refusal));
    expect(providerKindOfKey({ apiKey: key, provider: null }, 'test')).toEqual(test ? 'mollie' : expect.any(Refusal));
  });
});

describe('the provider of a key', () => {
  const KEY = 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM';
  const twin: ProviderAdapter = { ...mollie, keyFormat: (mode) => `\`${mode}_x\` and more` };
  const kindAmong = (adapters: Readonly<Record<string, ProviderAdapter>>, provider: string | null = null, apiKey = KEY) =>
    providerKindOfKey({ apiKey, provider }, 'test', new Map(Object.entries(adapters)));

  it('must be named if several providers have keys of this format', () => {
    expect(kindAmong({ mollie, twin })).toMatchObject({
      code: 'parameter_missing',
      param: 'provider',
      message: 'Keys of several payment providers look like this one. Send `provider`: `mollie` or `twin`.',
    });
    expect([kindAmong({ mollie, twin }, 'twin'), kindAmong({ mollie, twin }, 'mollie')]).toEqual(['twin', 'mollie']);
  });

  it('is not found for a live key in test mode; the error names the mode of the key', () => {
    expect(kindAmong({ mollie }, null, KEY.replace('test_', 'live_'))).toMatchObject({
      param: 'api_key',
      message: '`api_key` is a live key. Connect it in live mode, or send a test key.',
    });
  });

  it('must be known, and the key must have the format of this provider’s keys', () => {
    expect(kindAmong({ mollie }, 'other')).toMatchObject({ code: 'parameter_invalid', param: 'provider' });
    expect(kindAmong({ mollie, twin: { ...twin, isApiKey: () => false } }, 'twin')).toMatchObject({
      code: 'parameter_invalid',
      param: 'api_key',
      message: '`api_key` is not a complete test key of twin (`test_x` and more).',
    });
    expect(kindAmong({ mollie, twin }, null, 'nothing')).toMatchObject({
      param: 'api_key',
      message:
        '`api_key` is not a complete test key of mollie (`test_` followed by at least 30 letters and digits) or twin (`test_x` and more).',
    });
  });
});

describe('the provider of a record', () => {
  it('is the same for the payment and the subscription of a sale', () => {
    const billing = newBilling();
    const session = billing.open();
    const { payment } = billing.attempt(session.id, 'creditcard', 'pfl_1');
    const { subscription } = billing.settleCheckout(session.id, payment.id);
    expect(billing.world.get(paymentAggregate, payment.id).record.provider).toBe('pfl_1');
    expect(billing.world.get(subscriptionAggregate, subscription?.id).record.provider).toBe('pfl_1');
  });

  it('changes for a new attempt only after the earlier attempt is canceled', () => {
    const billing = newBilling();
    const session = billing.open();
    const first = billing.attempt(session.id, 'creditcard', SANDBOX);
    const repeated = billing.attempt(session.id, 'creditcard', SANDBOX);
    const otherProvider = billing.attempt(session.id, 'creditcard', 'pfl_1');
    expect(repeated.payment.id).toBe(first.payment.id);
    expect(otherProvider).toMatchObject({ step: 'withdraw', payment: { id: first.payment.id, provider: SANDBOX, status: 'pending' } });
    billing.releaseAttempt(session.id);
    expect(billing.world.get(paymentAggregate, first.payment.id).record.status).toBe('canceled');
    const atOtherProvider = billing.attempt(session.id, 'creditcard', 'pfl_1');
    expect(atOtherProvider).toMatchObject({ step: 'pay', payment: { provider: 'pfl_1' } });
    expect(atOtherProvider.payment.id).not.toBe(first.payment.id);
  });
});

it('a customer has a separate id at each provider', () => {
  const world = new World();
  const { id } = newCatalogue(world).customer.record;
  for (const [provider, providerCustomerId] of [
    [SANDBOX, 'cst_1'],
    ['pfl_1', 'cst_2'],
  ] as const) {
    world.do(storeProviderCustomerId({ provider, providerCustomerId }, { customer: world.get(customerAggregate, id) }, world.ctx()));
  }
  expect(world.get(customerAggregate, id).record.providerCustomerIds).toEqual({ sandbox: 'cst_1', pfl_1: 'cst_2' });
});
