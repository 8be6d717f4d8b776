import { operatorSigner } from '../../../shared/api/operator/signer.ts';
import { mintOperatorToken, OPERATOR_TOKEN_MS } from '../../../shared/api/operator/token.ts';
import type { RequestState, SignedIn } from '../../../shared/api/pipeline/state.ts';
import type { Mode } from '../../../shared/domain/tenant.ts';
import { clock } from '../../../shared/runtime/services.ts';

/** Creates an API token for a signed-in member. `operation`: the only operation it may call; `null`: all that the role allows. */
export const createMemberToken = async (
  { actor, store }: Pick<RequestState, 'actor' | 'store'>,
  { account, member, session }: SignedIn,
  mode: Mode,
  operation: string | null,
) => {
  const expiresAtMs = clock.nowMs() + OPERATOR_TOKEN_MS;
  const token = mintOperatorToken(await operatorSigner(store.table), {
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
