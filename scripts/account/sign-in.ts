import { memberOf } from '../../shared/domain/account/members.ts';
import { mintToken } from '../../shared/platform/credentials.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { consoleUrlOf } from '../../shared/platform/public-url.ts';
import { clock, openTable, secrets } from '../../shared/runtime/services.ts';
import { SIGN_IN_LINK_SECONDS, saveSignInLink } from '../../shared/store/console/sign-in-links.ts';
import { readAccount } from './account.ts';

/** Creates a single-use sign-in link to the console; returns it with its expiry in Unix seconds. Throws if there is no such member. */
export const createSignInLink = async (accountId: string, email: string) => {
  const member = memberOf(await readAccount(accountId), email);
  if (member === null) throw new Error(`Account \`${accountId}\` has no member ${email}.`);
  const { token, stored } = mintToken('signin', await (await secrets()).apiKeyPeppers());
  const expiresAt = Math.floor(clock.nowMs() / 1000) + SIGN_IN_LINK_SECONDS;
  await saveSignInLink(openTable(), stored, { accountId, memberId: member.id, browserHash: null, expiresAt });
  return { url: consoleUrlOf(baseUrl(), token), expiresAt };
};
