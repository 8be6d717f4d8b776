import { describe, expect, it } from 'vitest';
import { recordSignIn } from '../../../shared/domain/account/sign-in.ts';

describe('a sign-in to the console', () => {
  it.each([
    [{ kind: 'link' }, { signed_in_by: 'link' }],
    [
      { kind: 'passkey', passkeyId: 'psk_1' },
      { signed_in_by: 'passkey', passkey_id: 'psk_1' },
    ],
  ] as const)('[AUD-07] [AUD-25] by %o records only an account-wide audit entry', (by, metadata) => {
    expect(recordSignIn({ sessionId: 'ses_1', by })).toStrictEqual({
      changes: [],
      events: [],
      audit: { action: 'console_session.opened', resourceType: 'console_session', resourceId: 'ses_1', metadata, accountWide: true },
      result: null,
    });
  });
});
