import { loadOperations } from '../../../shared/api/registry.ts';
import type { ConsoleCall } from './console.ts';
import type { Operation } from './operations.ts';

/** The console's own operations that take a session. */
export const ownOperations: readonly Operation[] = (await loadOperations())
  .map(({ operation }) => operation)
  .filter(({ auth, method }) => auth.kind === 'operator' && method !== 'ANY');

const BODIES: Readonly<Record<string, unknown>> = {
  exports: { mode: 'live' },
  members: { email: 'new@example.com', role: 'owner' },
  imports: { file_name: 'customers.csv' },
  rows: { chunk: 0, rows: [{ row: 2, reference: 'C-2' }] },
  check: { chunks: 1 },
};

/** Whom and what calls name. */
interface Named {
  readonly memberId: string;
  readonly importId: string;
  readonly passkeyId?: string;
}

/** A call of one of them that would do something for who may. */
export const consoleCall = (
  { method, path }: Operation,
  { memberId, importId, passkeyId = `psk_${'0'.repeat(26)}` }: Named,
): ConsoleCall => ({
  method,
  path: path.replace('/console/', '').replace('{member_id}', memberId).replace('{import_id}', importId).replace('{passkey_id}', passkeyId),
  ...(method === 'POST' && !/(start|undo)$/.test(path) ? { body: BODIES[path.split('/').at(-1) ?? ''] ?? { role: 'owner' } } : {}),
});
