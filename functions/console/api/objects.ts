import * as v from 'valibot';
import { ApiKey } from '../../../shared/api/objects/api-key.ts';
import { Price } from '../../../shared/api/objects/price.ts';
import { Meter } from '../../../shared/api/objects/usage/meter.ts';
import { ROLES } from '../../../shared/domain/account/record.ts';

/** A person with access to the account. */
const ConsoleMember = v.strictObject({
  id: v.string(),
  object: v.literal('console.member'),
  created: v.number(),
  email: v.string(),
  role: v.picklist(ROLES),
  /** True until the first sign-in. */
  invited: v.boolean(),
});

/** The signed-in member and the member's permissions. */
export const ConsoleSession = v.strictObject({
  object: v.literal('console.session'),
  /** `suspended`: members can read but not change anything. */
  account: v.strictObject({ id: v.string(), name: v.string(), suspended: v.boolean() }),
  member: ConsoleMember,
  /** Scopes as in API keys; `*`: all scopes. */
  scopes: v.array(v.string()),
  /** Required as the `X-CSRF-Token` header of every write. */
  csrf_token: v.string(),
  /** Unix seconds. The session ends earlier if there is no request for 12 hours. */
  expires_at: v.number(),
});

export const ConsoleMembers = v.strictObject({ object: v.literal('list'), data: v.array(ConsoleMember), has_more: v.literal(false) });

/** The unrevoked API keys that a member created, directly or with another key. */
export const ConsoleMemberKeys = v.strictObject({ object: v.literal('list'), data: v.array(ApiKey), has_more: v.literal(false) });

export const ConsoleSessionEnded = v.strictObject({ object: v.literal('console.session'), ended: v.literal(true) });

/** The response to a request for a sign-in link. It is the same if the email address belongs to no member. */
export const ConsoleSignInLink = v.strictObject({
  object: v.literal('console.sign_in_link'),
  /** When the link expires, Unix seconds. */
  expires_at: v.number(),
});

/** The WebAuthn options as JSON, for `parseCreationOptionsFromJSON` (to add a passkey) or `parseRequestOptionsFromJSON` (to sign in). */
export const ConsolePasskeyOptions = v.strictObject({
  object: v.literal('console.passkey_options'),
  /** When the challenge expires, Unix seconds. */
  expires_at: v.number(),
  options: v.looseObject({ challenge: v.string() }),
});

const ConsolePasskey = v.strictObject({
  id: v.string(),
  object: v.literal('console.passkey'),
  created: v.number(),
  name: v.string(),
});

export const ConsolePasskeys = v.strictObject({ object: v.literal('list'), data: v.array(ConsolePasskey), has_more: v.literal(false) });

/** The token with which the browser fetches the export. */
export const ConsoleExportToken = v.strictObject({
  object: v.literal('console.export'),
  token: v.string(),
  /** When the token expires, Unix seconds. */
  expires_at: v.number(),
});

/** The names of objects by id. `name`: `null` if the object has no name. */
export const ConsoleNames = v.strictObject({
  object: v.literal('list'),
  data: v.array(
    v.strictObject({
      id: v.string(),
      name: v.nullable(v.string()),
      /** Id of the object's owner (its customer, or the product of a price or payment link); `null`: none. `data` names the owner too. */
      owner_id: v.nullable(v.string()),
      /** The price itself, because its name is an amount in the language of the reader; absent for other objects. */
      price: v.optional(Price),
      /** The meter itself, because its name consists of several fields; absent for other objects. */
      meter: v.optional(Meter),
    }),
  ),
  has_more: v.literal(false),
});
