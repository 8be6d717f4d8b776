/** Fields of a message of the feedback queue: an EventBridge event with the feedback of Amazon SES on a mail. */
export interface FeedbackFields {
  readonly eventType?: string;
  readonly bounceType?: string;
  readonly complaintFeedbackType?: string;
  readonly to?: readonly string[];
  /** Values by the name of the tag. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds since the epoch. */
  readonly sentAtMs?: number;
  readonly reportedAtMs?: number;
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

const KINDS: Readonly<Record<string, (fields: FeedbackFields, timestamp: string) => object>> = {
  Bounce: ({ bounceType = 'Permanent', to = [] }, timestamp) => ({
    bounce: {
      feedbackId: '0100017f-feedback',
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: to.map((emailAddress) => ({ emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1' })),
      timestamp,
      reportingMTA: 'dsn; a8-50.smtp-out.amazonses.com',
    },
  }),
  Complaint: ({ complaintFeedbackType = 'abuse', to = [] }, timestamp) => ({
    complaint: {
      feedbackId: '0100017f-feedback',
      complaintSubType: null,
      complainedRecipients: to.map((emailAddress) => ({ emailAddress })),
      timestamp,
      complaintFeedbackType,
    },
  }),
  DeliveryDelay: (_fields, timestamp) => ({ deliveryDelay: { delayType: 'MailboxFull', timestamp, delayedRecipients: [] } }),
};

/** Builds the text of a feedback message, as SES documents it. */
export const feedbackText = (fields: FeedbackFields = {}): string => {
  const { eventType = 'Bounce', to = ['ada@example.com'], tags = {}, sentAtMs = Date.now(), reportedAtMs = sentAtMs } = fields;
  return JSON.stringify({
    version: '0',
    id: '8f2b1c9e-7b0e-4a51-9c9f-0b4a4f6f0001',
    'detail-type': eventType === 'Bounce' ? 'Email Bounced' : 'Email Complaint Received',
    source: 'aws.ses',
    account: '123456789012',
    time: isoOf(reportedAtMs),
    region: 'eu-central-1',
    resources: ['arn:aws:ses:eu-central-1:123456789012:configuration-set/billing-dev'],
    detail: {
      eventType,
      ...KINDS[eventType]?.({ ...fields, to }, isoOf(reportedAtMs)),
      mail: {
        timestamp: isoOf(sentAtMs),
        source: 'billing@example.com',
        messageId: '0100017f-message',
        destination: to,
        headersTruncated: false,
        headers: [],
        commonHeaders: { to },
        tags: { 'ses:configuration-set': ['billing-dev'], 'ses:source-ip': ['192.0.2.1'], ...tags },
      },
    },
  });
};
