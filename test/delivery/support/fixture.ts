import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { startEngine, type TestEngine } from '../../support/engine.ts';
import { TestAccount, type TestAccountSettings, tableIn } from './account.ts';

/** Setup of a test file: one engine for all tests, and a new receiver for each test. */
export interface Fixture {
  readonly receiver: () => Receiver;
  readonly account: (settings?: TestAccountSettings) => TestAccount;
}

export const useFixture = (): Fixture => {
  let engine: TestEngine;
  let table: Table;
  let receiver: Receiver;
  beforeAll(async () => {
    engine = await startEngine();
    table = tableIn(engine);
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());
  return { receiver: () => receiver, account: (settings) => new TestAccount(table, settings) };
};
