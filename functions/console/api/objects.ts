import * as v from 'valibot';
import { ApiKey } from '../../../shared/api/objects/api-key.ts';
import { ROLES } from '../../../shared/domain/account/record.ts';

/** Somebody who runs the business on an account. */
const ConsoleMember = v.strictObject({
  id: v.string(),
  object: v.literal('console.member'),
  created: v.number(),
  email: v.string(),
  role: v.picklist(ROLES),
});

/** Who is signed in, and what they may do. */
export const ConsoleSession = v.strictObject({
  object: v.literal('console.session'),
  /** `suspended`: members can read, and change nothing. */
  account: v.strictObject({ id: v.string(), name: v.string(), suspended: v.boolean() }),
  member: ConsoleMember,
  /** As a key would have them; `*` is everything. */
  scopes: v.array(v.string()),
  /** To be sent as `X-CSRF-Token` with every change. */
  csrf_token: v.string(),
  /** Unix seconds; sooner where it is not used for 12 hours. */
  expires_at: v.number(),
});

export const ConsoleMembers = v.strictObject({ object: v.literal('list'), data: v.array(ConsoleMember), has_more: v.literal(false) });

/** The keys that go back to a member. */
export const ConsoleMemberKeys = v.strictObject({ object: v.literal('list'), data: v.array(ApiKey), has_more: v.literal(false) });

export const ConsoleSessionEnded = v.strictObject({ object: v.literal('console.session'), ended: v.literal(true) });

/** What anyone who asks for a link of sign-in is reported, a member or not. */
export const ConsoleSignInLink = v.strictObject({
  object: v.literal('console.sign_in_link'),
  /** Unix seconds. */
  expires_at: v.number(),
});

/** What a browser is asked for with a passkey: the options of WebAuthn, as `parseCreationOptionsFromJSON` takes them. */
export const ConsolePasskeyOptions = v.strictObject({
  object: v.literal('console.passkey_options'),
  /** Unix seconds. */
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

/** What a browser fetches the export with. */
export const ConsoleExport = v.strictObject({
  object: v.literal('console.export'),
  token: v.string(),
  /** Unix seconds. */
  expires_at: v.number(),
});
