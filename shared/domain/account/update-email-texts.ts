import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { EMAIL_TEXTS_MAX_BYTES, type EmailText, placeholderProblem, TEXT_NAMES } from '../mail/email-texts.ts';
import { invalidParam, type Refusal } from '../refusal.ts';
import { isDeepEqual } from '../same.ts';
import { type Account, type AccountState, accountAggregate } from './record.ts';

export interface UpdateEmailTexts {
  readonly text: EmailText;
  /** True: checks the texts, and changes nothing. */
  readonly preview: boolean;
}

const sizeOf = (texts: readonly EmailText[]): number => Buffer.byteLength(JSON.stringify(texts));

/** The texts with those of one email and language replaced. An entry without texts is removed. */
const withText = (texts: readonly EmailText[], text: EmailText): readonly EmailText[] => {
  const index = texts.findIndex(({ email, language }) => email === text.email && language === text.language);
  const isDefault = TEXT_NAMES.every((name) => text[name] === null);
  const others = texts.filter((_, at) => at !== index);
  if (isDefault) return others;
  return index === -1 ? [...texts, text] : texts.with(index, text);
};

/**
 * Replaces the texts of an email in one language; texts that are `null` get the default. Returns the account with the texts, also for a
 * preview. Refuses unknown placeholders, and more than `EMAIL_TEXTS_MAX_BYTES` for all texts. No event, only an audit entry.
 */
export const updateEmailTexts = (
  { text, preview }: UpdateEmailTexts,
  { account }: AccountState,
  _ctx: DecisionContext,
): Decision<Account> | Refusal => {
  const problem = placeholderProblem(text.email, text);
  if (problem !== null) return problem;
  const before = account.record.emailTexts ?? [];
  const emailTexts = withText(before, text);
  if (sizeOf(emailTexts) > EMAIL_TEXTS_MAX_BYTES) {
    const kilobytes = EMAIL_TEXTS_MAX_BYTES / 1024;
    return invalidParam('texts', `must have at most ${kilobytes} KB together with all other replaced texts. Shorten texts, or reset some.`);
  }
  const after: Account = { ...account.record, emailTexts };
  if (preview || isDeepEqual(before, emailTexts)) return unchanged(after);
  const { email, language } = text;
  return {
    changes: [change(accountAggregate, account, after)],
    events: [],
    audit: { ...audited('email_text', 'updated', after.id), metadata: { email, language }, accountWide: true },
    result: after,
  };
};
