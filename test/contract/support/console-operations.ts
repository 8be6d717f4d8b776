import { loadOperations } from '../../../shared/api/registry.ts';
import type { ConsoleCall } from './console.ts';
import type { Operation } from './operations.ts';

/** The console operations that require a session, except API calls that the console forwards (`ANY`). */
export const sessionOperations: readonly Operation[] = (await loadOperations())
  .map(({ operation }) => operation)
  .filter(({ auth, method }) => auth.kind === 'operator' && method !== 'ANY');

/** Valid bodies by the last segment of the path. */
const BODIES: Readonly<Record<string, unknown>> = {
  exports: { mode: 'live' },
  members: { email: 'new@example.com', role: 'owner' },
  imports: { file_name: 'customers.csv' },
  rows: { chunk: 0, rows: [{ row: 2, reference: 'C-2' }] },
  check: { chunks: 1 },
};

interface PathIds {
  readonly memberId: string;
  readonly importId: string;
  readonly passkeyId?: string;
}

/** A valid call of a console operation, which succeeds for a member with permission. */
export const consoleCall = (
  { method, path }: Operation,
  { memberId, importId, passkeyId = `psk_${'0'.repeat(26)}` }: PathIds,
): ConsoleCall => ({
  method,
  path: path.replace('/console/', '').replace('{member_id}', memberId).replace('{import_id}', importId).replace('{passkey_id}', passkeyId),
  ...(method === 'POST' && !/(start|undo)$/.test(path) ? { body: BODIES[path.split('/').at(-1) ?? ''] ?? { role: 'owner' } } : {}),
});
