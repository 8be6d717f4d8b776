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
});
