import type { MessageTag } from '@aws-sdk/client-sesv2';
import type { MailTags } from './index.ts';

/** Names of the tags in Amazon SES, which allows letters, digits, `_` and `-` in names and values: all ids are valid values. */
export const MAIL_TAG = { account: 'account', mode: 'mode', customer: 'customer', kind: 'kind' } as const;

/** Converts the tags of a mail to those of SES. */
export const messageTagsOf = ({ accountId, mode, customerId, kind }: MailTags): MessageTag[] => [
  { Name: MAIL_TAG.account, Value: accountId },
  { Name: MAIL_TAG.mode, Value: mode },
  { Name: MAIL_TAG.kind, Value: kind },
  ...(customerId === null ? [] : [{ Name: MAIL_TAG.customer, Value: customerId }]),
];
