import { SequenceType } from '@mollie/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import {
  allowPlainHttp,
  createPaidFirstPayment,
  errorOfRefused,
  officialClient,
  type ServerUnderTest,
  testOfficialClient,
} from './official-client-tests.ts';
import { ACCOUNT, type Sandbox, startSandbox } from './support.ts';

let sandbox: Sandbox;
let forbidPlainHttp: () => void;
let server: ServerUnderTest;
beforeAll(async () => {
  sandbox = await startSandbox();
  forbidPlainHttp = allowPlainHttp();
  const client = officialClient(sandbox.url, sandboxToken(ACCOUNT, 'correct-horse'));
  const pay: ServerUnderTest['pay'] = async ({ id }) => {
    await sandbox.settle(id, 'paid');
  };
  server = { client, pay };
});
afterAll(async () => {
  forbidPlainHttp();
  await sandbox.close();
});

describe('Mollie’s client with the sandbox', () => {
  testOfficialClient(() => server);

  it('reads a failed payment with its reason', async () => {
    const { customer, paid } = await createPaidFirstPayment(server);
    await sandbox.behave(customer.id, { charges: 'insufficient_funds' });
    const failed = await server.client.payments.create({
      amount: { currency: 'EUR', value: '5.00' },
      description: 'Renewal',
      customerId: customer.id,
      mandateId: String(paid.mandateId),
      sequenceType: SequenceType.recurring,
    });
    expect(failed).toMatchObject({ status: 'failed', details: { failureReason: 'insufficient_funds' } });
    expect(Number.isNaN(Date.parse(String(failed.failedAt)))).toBe(false);
  });

  it('reads chargebacks and their reversal', async () => {
    const { paid } = await createPaidFirstPayment(server);
    await sandbox.settle(paid.id, 'charged_back');
    const chargedBack = await server.client.payments.get(paid.id);
    expect(chargedBack).toMatchObject({ status: 'paid', amountChargedBack: { currency: 'EUR', value: '19.99' } });
    expect(chargedBack.hasChargebacks()).toBe(true);
    const [chargeback] = await server.client.paymentChargebacks.page({ paymentId: paid.id });
    expect(chargeback).toMatchObject({ paymentId: paid.id, amount: { currency: 'EUR', value: '19.99' }, reversedAt: null });
    await sandbox.settle(paid.id, 'chargeback_reversed');
    const reversed = await server.client.paymentChargebacks.get(String(chargeback?.id), { paymentId: paid.id });
    expect(Number.isNaN(Date.parse(String(reversed.reversedAt)))).toBe(false);
  });

  it('reads refused and duplicate refunds', async () => {
    const { customer, paid } = await createPaidFirstPayment(server);
    const request = { paymentId: paid.id, amount: { currency: 'EUR', value: '5.00' } };
    await sandbox.behave(customer.id, { refunds: 'duplicate' });
    expect(await errorOfRefused(server.client.paymentRefunds.create(request))).toMatchObject({ statusCode: 409, title: 'Conflict' });
    await sandbox.behave(customer.id, { refunds: 'refused' });
    expect((await errorOfRefused(server.client.paymentRefunds.create(request))).statusCode).toBe(422);
  });

  it('gets 401 for an invalid key', async () => {
    expect(await errorOfRefused(officialClient(sandbox.url, 'test_wrong').payments.get('tr_1'))).toMatchObject({
      statusCode: 401,
      title: 'Unauthorized Request',
    });
  });
});
