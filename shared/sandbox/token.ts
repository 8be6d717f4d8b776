/** The sandbox's API keys: `sandbox_<account id>_<secret>`. A secret has no underscore; an account id may. */

const PREFIX = 'sandbox_';

export const sandboxToken = (accountId: string, secret: string): string => `${PREFIX}${accountId}_${secret}`;

/** `null` when `token` has not the form; says nothing about its being right. */
export const parseSandboxToken = (token: string): { readonly accountId: string; readonly secret: string } | null => {
  const found = /^sandbox_([A-Za-z0-9_]+)_([^_\s]+)$/.exec(token);
  return found?.[1] === undefined || found[2] === undefined ? null : { accountId: found[1], secret: found[2] };
};
