import type { Mode } from '../domain/kernel.ts';
import { clock, secrets } from '../runtime/services.ts';
import { mintOperatorToken, OPERATOR_TOKEN_MS } from './operator-token.ts';
import type { RequestState, SignedIn } from './pipeline/state.ts';

/** A token for a member who is signed in, from where they are. `operation`: the only one that it opens; `null`: any that the role reaches. */
export const memberToken = async (
  { actor }: Pick<RequestState, 'actor'>,
  { account, member, session }: SignedIn,
  mode: Mode,
  operation: string | null,
) => {
  const expiresAtMs = clock.nowMs() + OPERATOR_TOKEN_MS;
  const token = mintOperatorToken(await (await secrets()).apiKeyPeppers(), {
    accountId: account.record.id,
    mode,
    memberId: member.id,
    role: member.role,
    operation,
    signedInAt: session.openedAt,
    ...actor,
    expiresAtMs,
  });
  return { token, expiresAtMs };
};
