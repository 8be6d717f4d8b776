import { describe, expect, it, vi } from 'vitest';
import { run } from '../../shared/client/cli/main.ts';
import { createBilling } from '../../shared/client/index.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { service } from '../support/service.ts';
import { recordingTerminal } from '../support/terminal.ts';

vi.setConfig({ testTimeout: 240_000 });

const { baseUrl, createAccount } = service();

/** Runs a command with a new account; returns its exit code, its output and a client of the account. */
const billing = async (...args: readonly string[]) => {
  const { testKey } = await createAccount();
  const terminal = recordingTerminal({ BILLING_KEY: testKey, BILLING_URL: baseUrl });
  return { exitCode: await run(args, terminal), ...terminal, client: createBilling({ key: testKey, baseUrl }) };
};

describe('billing trigger', () => {
  it.concurrent.for(EVENT_TYPES)('causes the event %s', async (type) => {
    const { exitCode, printed, errors, progressTexts, client } = await billing('trigger', type, '--json');
    expect([exitCode, errors]).toEqual([0, []]);
    expect(progressTexts).toEqual([`Triggering ${type} ...`, null]);
    const event = JSON.parse(printed[0] ?? '{}');
    expect(event.type).toBe(type);
    expect(await client.events.retrieve(event.id)).toEqual(event);
  });

  it('sets fields of the objects that it creates, and reports fields of objects that it does not create', async () => {
    const options = ['--customer.email', 'grace@example.com', '--price.amount_cents', '4200', '--coupon.code', 'UNUSED'];
    const { exitCode, printed, errors, client } = await billing('trigger', 'invoice.paid', ...options, '--json');
    expect([exitCode, errors]).toEqual([0, ['The scenario of invoice.paid creates no coupon: --coupon... had no effect.']]);
    const { data } = JSON.parse(printed[0] ?? '{}');
    expect(data.subtotal_cents).toBe(4200);
    expect((await client.customers.retrieve(data.customer_id)).email).toBe('grace@example.com');
  });
});
