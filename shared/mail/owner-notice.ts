import { memberOf } from '../domain/account/members.ts';
import type { Account } from '../domain/account/record.ts';
import { type ApiKey, apiKeyAggregate } from '../domain/api-key/record.ts';
import type { NoticeAction, OwnerNotice } from '../domain/mail/orders.ts';
import type { ComposeDeps, Composer } from './composed.ts';
import type { EmailTemplate, Row } from './email-template.ts';

/** The texts of the notice for one action. */
interface NoticeTexts {
  readonly subject: string;
  readonly opening: string;
  readonly facts: readonly Row[];
  /** What the owner should do if no member of the account performed the action. */
  readonly advice: string;
}

interface NoticeInput {
  readonly notice: OwnerNotice;
  readonly account: Account;
  /** Email of the member that the action is about, or a description if the email is unknown. */
  readonly member: string;
  /** The created key; `null` for other actions. */
  readonly key: ApiKey | null;
  readonly mode: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none');

const TEAM_ADVICE = 'change the roles under Team, and have every owner sign out everywhere';

/** By audit log action. Audit metadata contains no secrets, so emails may show it. */
const NOTICE_TEXTS: Readonly<Record<NoticeAction, (input: NoticeInput) => NoticeTexts>> = {
  'api_key.created': ({ account, key }) => ({
    subject: `A live API key was created for ${account.name}`,
    opening: `A new API key has access to the live data of ${account.name}.`,
    facts: [
      ['Key', `${key?.prefix ?? 'unknown'}…`],
      ['Label', textOf(key?.label)],
      ['Scopes', key?.scopes.map((scope) => (scope === '*' ? 'all' : scope)).join(', ') ?? 'unknown'],
    ],
    advice: 'revoke the key under API keys',
  }),
  'billing_profile.updated': ({ account, notice }) => ({
    subject: `The bank account on invoices of ${account.name} was changed`,
    opening: `Unpaid invoices now ask customers of ${account.name} to transfer money to another bank account.`,
    facts: [
      ['IBAN ends in', textOf(notice.metadata['iban_ending'])],
      ['Previous IBAN ends in', textOf(notice.metadata['previous_iban_ending'])],
    ],
    advice: 'enter your own IBAN again under Settings, Company, and revoke API keys that you do not know',
  }),
  'provider_credential.updated': ({ account, notice, mode }) => ({
    subject: `The payment provider account of ${account.name} was changed`,
    opening: `Payments in ${mode} mode now use another API key of the payment provider.`,
    facts: [
      ['Mode', mode],
      ['Profile', textOf(notice.metadata['profile_id'])],
      ['Profile before', textOf(notice.metadata['previous_profile_id'])],
    ],
    advice: 'connect your own payment provider account again under Settings, and revoke API keys that you do not know',
  }),
  'team_member.added': ({ account, notice, member }) => ({
    subject: `${member} was added to ${account.name} as ${textOf(notice.metadata['role'])}`,
    opening: `${member} is now ${textOf(notice.metadata['role'])} of ${account.name}.`,
    facts: [],
    advice: TEAM_ADVICE,
  }),
  'team_member.role_changed': ({ account, notice, member }) => ({
    subject: `The role of ${member} in ${account.name} was changed to ${textOf(notice.metadata['role'])}`,
    opening: `${member} is now ${textOf(notice.metadata['role'])} of ${account.name}.`,
    facts: [],
    advice: TEAM_ADVICE,
  }),
  'team_member.removed': ({ account, notice, member }) => ({
    subject: `${member} was removed from ${account.name}`,
    opening: `${member} was ${textOf(notice.metadata['role'])} of ${account.name} and can no longer sign in.`,
    facts: [],
    advice: TEAM_ADVICE,
  }),
  'passkey.added': ({ account, notice, member }) => ({
    subject: `A passkey of ${member} was added for ${account.name}`,
    opening: `${member} can now sign in to the console of ${account.name} with another passkey.`,
    facts: [['Passkey', textOf(notice.metadata['name'])]],
    advice: 'remove the member under Team',
  }),
  'passkey.removed': ({ account, notice, member }) => ({
    subject: `A passkey of ${member} was removed from ${account.name}`,
    opening: `${member} can no longer sign in to the console of ${account.name} with this passkey.`,
    facts: [['Passkey', textOf(notice.metadata['name'])]],
    advice: `ask ${member} to sign out everywhere and to add a passkey again`,
  }),
  'tenant.data_exported': ({ account, mode }) => ({
    subject: `The data of ${account.name} was exported`,
    opening: `The catalogue, customers and billing records of ${account.name} in ${mode} mode were exported.`,
    facts: [['Mode', mode]],
    advice: 'revoke API keys that you do not know and change the roles under Team',
  }),
};

/** Display name of the actor: somebody who runs the service (no id), a member in the console (actor type `operator`), or an API key. */
const actorOf = async ({ store, tenant, account }: ComposeDeps, { actorType, actorId }: OwnerNotice): Promise<string> => {
  if (actorId === null) return 'An operator of the service';
  if (actorType === 'operator') return memberOf(account, actorId)?.email ?? `A former member (${actorId})`;
  const key = (await store.get(apiKeyAggregate, tenant, actorId))?.record;
  return key === undefined ? actorId : `API key ${key.prefix}… (${textOf(key.label)})`;
};

const timeOf = (seconds: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(seconds * 1000)} UTC`;

const templateOf = (texts: NoticeTexts, by: string, { at, ip }: OwnerNotice, consoleUrl: string | null): EmailTemplate => ({
  language: 'en',
  brand: null,
  notice: null,
  subject: texts.subject,
  heading: texts.subject,
  opening: texts.opening,
  facts: [...texts.facts, ['By', by], ['Time', timeOf(at)], ['IP address', ip ?? 'unknown']],
  amounts: [],
  action: consoleUrl === null ? null : { label: 'Open the console', url: consoleUrl },
  closing: ['If you expected this, you don’t need to do anything.', `If you didn’t, sign in to the console now: ${texts.advice}.`],
  footer: [],
});

/** Exports by an API key, such as hourly backups, are reported at most once a day. */
const EXPORT_LIMIT_MS = 86_400_000;

const rateLimitsOf = ({ action, actorType, actorId }: OwnerNotice, to: string) =>
  action === 'tenant.data_exported' && actorType === 'api_key' ? [{ name: `${action}#${actorId}#${to}`, everyMs: EXPORT_LIMIT_MS }] : [];

/** The email to one recipient about a security-relevant action. */
export const composeOwnerNotice: Composer<'owner_notice'> = async (deps, { to, notice }) => {
  const { store, tenant, account } = deps;
  const memberId = notice.metadata['member_id'] ?? notice.resourceId;
  const keyId = notice.action === 'api_key.created' && notice.resourceId !== null ? notice.resourceId : null;
  const texts = NOTICE_TEXTS[notice.action]({
    notice,
    account,
    mode: tenant.mode,
    member: notice.memberEmail ?? memberOf(account, String(memberId))?.email ?? 'A former member',
    key: keyId === null ? null : ((await store.get(apiKeyAggregate, tenant, keyId))?.record ?? null),
  });
  const by = await actorOf(deps, notice);
  return {
    audience: 'owner',
    customer: null,
    envelope: { to, senderName: null, replyTo: null },
    document: null,
    link: { sealedSignIn: null },
    rateLimits: rateLimitsOf(notice, to),
    template: ({ linkUrl }) => templateOf(texts, by, notice, linkUrl),
  };
};
