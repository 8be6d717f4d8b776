import * as v from 'valibot';
import type { Mode } from '../domain/tenant.ts';
import { MAIL_TAG } from './mail-tags.ts';

/**
 * A permanent bounce or a complaint, which Amazon SES reports with the tags of the mail. Times are Unix seconds. A tag is `null` if it is
 * missing or invalid.
 */
export interface MailFeedback {
  readonly kind: 'feedback';
  readonly status: 'bounced' | 'complained';
  /** The only recipient of the mail. */
  readonly recipient: string;
  readonly sentAt: number;
  readonly reportedAt: number;
  readonly accountId: string | null;
  readonly mode: Mode | null;
  readonly customerId: string | null;
}

/** `ignored`: feedback that does not mean that the address is unusable, such as a full mailbox or a delay. */
export type ParsedFeedback = MailFeedback | { readonly kind: 'ignored' } | { readonly kind: 'malformed' };

const time = v.pipe(
  v.string(),
  v.transform((text) => Math.floor(Date.parse(text) / 1000)),
  v.integer(),
);

const tag = <const Value extends v.GenericSchema<unknown, string>>(value: Value) => v.fallback(v.nullable(v.strictTuple([value])), null);
const idTag = tag(v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/)));

const mailTags = v.object({
  [MAIL_TAG.account]: v.optional(idTag, null),
  [MAIL_TAG.mode]: v.optional(tag(v.picklist(['live', 'test'])), null),
  [MAIL_TAG.customer]: v.optional(idTag, null),
});

const mail = v.object({ timestamp: time, destination: v.strictTuple([v.string()]), tags: v.optional(mailTags, {}) });

const feedbackMessage = v.object({
  detail: v.variant('eventType', [
    v.object({ eventType: v.literal('Bounce'), bounce: v.object({ bounceType: v.string(), timestamp: time }), mail }),
    v.object({
      eventType: v.literal('Complaint'),
      complaint: v.object({ complaintFeedbackType: v.nullish(v.string()), timestamp: time }),
      mail,
    }),
  ]),
});

/** Other events of SES, such as `DeliveryDelay`. */
const otherMessage = v.object({ detail: v.object({ eventType: v.pipe(v.string(), v.notValues(['Bounce', 'Complaint'])) }) });

type Detail = v.InferOutput<typeof feedbackMessage>['detail'];

/** Returns `null` for a temporary bounce (a type other than `Permanent`) and for a withdrawn complaint (`not-spam`). */
const statusOf = (detail: Detail): MailFeedback['status'] | null => {
  if (detail.eventType === 'Bounce') return detail.bounce.bounceType === 'Permanent' ? 'bounced' : null;
  return detail.complaint.complaintFeedbackType === 'not-spam' ? null : 'complained';
};

/** Parses the text of a queue message, an event of EventBridge. Never throws. */
export const parseMailFeedback = (text: string): ParsedFeedback => {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { kind: 'malformed' };
  }
  const parsed = v.safeParse(feedbackMessage, message);
  if (!parsed.success) return { kind: v.is(otherMessage, message) ? 'ignored' : 'malformed' };
  const { detail } = parsed.output;
  const status = statusOf(detail);
  if (status === null) return { kind: 'ignored' };
  const { tags, timestamp, destination } = detail.mail;
  return {
    kind: 'feedback',
    status,
    recipient: destination[0],
    sentAt: timestamp,
    reportedAt: detail.eventType === 'Bounce' ? detail.bounce.timestamp : detail.complaint.timestamp,
    accountId: tags.account?.[0] ?? null,
    mode: tags.mode?.[0] ?? null,
    customerId: tags.customer?.[0] ?? null,
  };
};
