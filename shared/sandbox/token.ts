/** API keys of the sandbox: `sandbox_<account id>_<secret>`. Secrets contain no underscore; account ids may. */

const PREFIX = 'sandbox_';

export const sandboxToken = (accountId: string, secret: string): string => `${PREFIX}${accountId}_${secret}`;

/** Parses an API key without checking its secret; `null`: invalid format. */
export const parseSandboxToken = (token: string): { readonly accountId: string; readonly secret: string } | null => {
  const match = /^sandbox_([A-Za-z0-9_]+)_([^_\s]+)$/.exec(token);
  return match?.[1] === undefined || match[2] === undefined ? null : { accountId: match[1], secret: match[2] };
};
