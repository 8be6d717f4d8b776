import { isObject, objectsIn, text } from '../files.ts';

type Input = Readonly<Record<string, unknown>>;

/** A sent mail, whose message id and time the feedback contains. */
export interface SendReceipt {
  readonly messageId: string;
  /** Milliseconds since the epoch. */
  readonly sentAtMs: number;
}

/** Addresses of the mailbox simulator of SES, with an optional label: `bounce+label@simulator.amazonses.com`. */
const SIMULATED = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

const feedbackOn = (kind: string, emailAddress: string, timestamp: string) =>
  kind === 'bounce'
    ? {
        detailType: 'Email Bounced',
        report: {
          eventType: 'Bounce',
          bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress }], timestamp },
        },
      }
    : {
        detailType: 'Email Complaint Received',
        report: {
          eventType: 'Complaint',
          complaint: { complainedRecipients: [{ emailAddress }], complaintFeedbackType: 'abuse', timestamp },
        },
      };

const tagsOf = (input: Input, configurationSet: string) => ({
  'ses:configuration-set': [configurationSet],
  ...Object.fromEntries(objectsIn(input['EmailTags']).map(({ Name, Value }) => [String(Name), [String(Value)]])),
});

/**
 * Builds the event that SES publishes about a mail to an address of its mailbox simulator, as an entry of `PutEvents`. `input`: the input
 * of `SendEmail`. Returns `null` for other addresses, and for mails without a configuration set, about which SES publishes nothing.
 */
export const simulatedFeedback = (input: Input, { messageId, sentAtMs }: SendReceipt): Input | null => {
  const destination = isObject(input['Destination']) ? input['Destination']['ToAddresses'] : null;
  const to = Array.isArray(destination) ? destination.map(String) : [];
  const configurationSet = text(input['ConfigurationSetName']);
  const [address = ''] = to;
  const kind = SIMULATED.exec(address)?.[1]?.toLowerCase();
  if (kind === undefined || configurationSet === undefined) return null;
  const timestamp = new Date(sentAtMs).toISOString();
  const { detailType, report } = feedbackOn(kind, address, timestamp);
  const mail = { timestamp, messageId, source: text(input['FromEmailAddress']), destination: to, tags: tagsOf(input, configurationSet) };
  return { Source: 'aws.ses', DetailType: detailType, Detail: JSON.stringify({ ...report, mail }) };
};
