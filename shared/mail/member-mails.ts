import { memberOf } from '../domain/account/members.ts';
import type { Account, Member, Passkey } from '../domain/account/record.ts';
import type { ComposedMail, Composer, MailLink } from './composed.ts';
import type { EmailTemplate } from './email-template.ts';

/** Mails from the service itself to members of an account. */

type MemberMailTexts = Pick<EmailTemplate, 'subject' | 'heading' | 'opening' | 'closing'> & { readonly label: string };

const templateOf = ({ label, ...texts }: MemberMailTexts, url: string | null): EmailTemplate => ({
  ...texts,
  language: 'en',
  brand: null,
  notice: null,
  facts: [],
  amounts: [],
  action: url === null ? null : { label, url },
  footer: [],
});

const mailToMember = ({ email }: Member, link: MailLink, texts: MemberMailTexts): ComposedMail => ({
  audience: 'member',
  customer: null,
  envelope: { to: email, senderName: null, replyTo: null },
  document: null,
  link,
  rateLimits: [],
  template: ({ linkUrl }) => templateOf(texts, linkUrl),
});

const signInTexts = ({ name }: Account): MemberMailTexts => ({
  subject: `Sign in to the console of ${name}`,
  heading: 'Sign in to the console',
  opening: `Someone, probably you, asked to sign in to the console of ${name} with this email address.`,
  label: 'Sign in',
  closing: [
    'The link works once, expires in 15 minutes and only works in the browser that requested it.',
    'If you didn’t request it, you can ignore this email. No one else can use the link.',
  ],
});

/** The mail with the sign-in link that a member requested; `needless` once the link has expired. */
export const composeSignInLink: Composer<'sign_in_link'> = async ({ account, nowMs }, { memberId, sealedToken, expiresAt }) => {
  const member = memberOf(account, memberId);
  if (member === null) return 'subject_gone';
  if (nowMs() >= expiresAt * 1000) return 'needless';
  return mailToMember(member, { sealedSignIn: sealedToken }, signInTexts(account));
};

const invitationTexts = ({ name }: Account, { email, role }: Member, by: Member | null): MemberMailTexts => ({
  subject: `You are invited to the console of ${name}`,
  heading: `You’re invited to ${name}`,
  opening: `${by === null ? 'Someone' : by.email} added you to the account of ${name} as ${role}.`,
  label: 'Open the console',
  closing: [`Sign in with this email address, ${email}. The console emails you a sign-in link.`],
});

/** Invites a new member. Contains no sign-in token: the reader requests a sign-in link. */
export const composeInvitation: Composer<'invitation'> = async ({ account }, { memberId, invitedBy }) => {
  const member = memberOf(account, memberId);
  if (member === null) return 'subject_gone';
  return mailToMember(member, { sealedSignIn: null }, invitationTexts(account, member, memberOf(account, invitedBy)));
};

const passkeyTexts = ({ name }: Account, passkey: Passkey | null): MemberMailTexts => ({
  subject: `A passkey was added for the console of ${name}`,
  heading: 'A passkey was added',
  opening:
    passkey === null
      ? `A passkey for the console of ${name} was added for you. It has been removed since.`
      : `The passkey “${passkey.name}” was added for you. You can use it to sign in to the console of ${name}.`,
  label: 'Open the console',
  closing: [
    'If you added it, you don’t need to do anything.',
    'If you didn’t, someone else was signed in as you. Remove the passkey under Team, and sign out everywhere.',
  ],
});

/** Notifies a member of a new passkey, in case somebody else added it. */
export const composePasskeyAdded: Composer<'passkey_added'> = async ({ account }, { memberId, passkeyId }) => {
  const member = memberOf(account, memberId);
  if (member === null) return 'subject_gone';
  const passkey = member.passkeys.find(({ id }) => id === passkeyId) ?? null;
  return mailToMember(member, { sealedSignIn: null }, passkeyTexts(account, passkey));
};
