import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import { scopesOf } from '../../shared/api/role-scopes.ts';
import type { ChangeMembers } from '../../shared/domain/account/members.ts';
import type { Role } from '../../shared/domain/account/record.ts';
import { startFunctionEnvironment } from './functions.ts';

/** Tests the check that a running export repeats: may the member still export? */

const ADA = 'ada@example.com';

let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
let accountId: string;
let adaId: string;

beforeAll(async () => {
  environment = await startFunctionEnvironment(new Map(), { PUBLIC_BASE_URL: 'https://billing.example' });
});
afterAll(() => environment.stop());

const change = async (command: ChangeMembers) => (await import('../../scripts/account/members.ts')).changeMembers(accountId, command);

beforeEach(async () => {
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  accountId = (await makeAccount({ name: 'Shop', email: 'shop@example.com' })).accountId;
  await change({ kind: 'add', email: ADA, role: 'admin' });
  const { readAccount } = await import('../../scripts/account/account.ts');
  adaId = (await readAccount(accountId)).members.find(({ email }) => email === ADA)?.id ?? '';
});

const isValid = async (role: Role, id = adaId): Promise<boolean> => {
  const { callerStillHasAccess: isStillValid } = await import('../../shared/api/pipeline/authenticate.ts');
  const { openTable } = await import('../../shared/runtime/services.ts');
  const caller: Caller = {
    tenant: { accountId, mode: 'test' },
    kind: 'operator',
    id,
    scopes: scopesOf(role),
    credential: null,
    signedInAt: null,
  };
  return isStillValid(openTable(), caller);
};

describe("a member's running export", () => {
  it('is allowed while the member, the role and the account do not change; an unknown member is refused', async () => {
    expect([await isValid('admin'), await isValid('admin', 'mem_none')]).toEqual([true, false]);
  });

  it('is refused after a change of the role', async () => {
    await change({ kind: 'set_role', member: ADA, role: 'support' });
    expect(await isValid('admin')).toBe(false);
  });

  it('is refused after the member is removed', async () => {
    await change({ kind: 'remove', member: ADA });
    expect(await isValid('admin')).toBe(false);
  });

  it('is refused after the account is suspended', async () => {
    const { setSuspended } = await import('../../scripts/account/suspension.ts');
    await setSuspended(accountId, true);
    expect(await isValid('admin')).toBe(false);
  });
});
