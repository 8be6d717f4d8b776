import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import type { Table } from '../../../shared/store/table.ts';
import { startEngine, type TestEngine } from '../../support/engine.ts';
import { tableIn, Workspace, type WorkspaceSettings } from './workspace.ts';

/** What the tests of one file share: an engine for all of them, a fresh receiver for each. */
export interface Bench {
  readonly receiver: () => Receiver;
  readonly workspace: (settings?: WorkspaceSettings) => Workspace;
}

export const useBench = (): Bench => {
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
  return { receiver: () => receiver, workspace: (settings) => new Workspace(table, settings) };
};
