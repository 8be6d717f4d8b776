import type { ComponentChildren } from 'preact';
import { money } from '../../app/format.ts';
import { Card, DateTime } from '../../app/parts.tsx';
import { refundReasonText } from '../actions/refund-reasons.ts';
import type { RowOf } from '../rows.ts';

/** Values that the pages of several kinds of objects show. */

/** The main values of an object, in large type. */
export const Stats = ({ stats }: { readonly stats: readonly (readonly [name: string, value: ComponentChildren, note?: string])[] }) => (
  <dl class="stats">
    {stats.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note === undefined ? null : <span class="soft">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

/** A time as a fact; `null` is left out. */
export const timeOf = (seconds: number | null): ComponentChildren => (seconds === null ? null : <DateTime seconds={seconds} />);

/** How much of a payment can still be refunded, or why it cannot. */
export const eligibilityFact = ({ refund_eligibility: eligibility }: RowOf['payments'] | RowOf['subscriptions']): ComponentChildren => {
  if (!eligibility) return null;
  if (eligibility.reason !== null) return refundReasonText(eligibility.reason);
  const days = eligibility.days_remaining;
  return `Up to ${money(eligibility.amount_cents, eligibility.currency)}${days === null ? '' : `, for ${days} more ${days === 1 ? 'day' : 'days'}`}`;
};

/** A link to copy for customers. */
export const LinkCard = ({ url }: { readonly url: string }) => (
  <Card title="Link">
    <div class="body">
      {/* The class `once` styles values to copy. */}
      <output class="once">{url}</output>
      <a class="button quiet" href={url} target="_blank" rel="noreferrer">
        Open page
      </a>
    </div>
  </Card>
);
