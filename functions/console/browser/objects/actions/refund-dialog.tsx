import { useId, useRef, useState } from 'preact/hooks';
import { CallError } from '../../../../../shared/pages/browser/calls.ts';
import { useApi } from '../../app/api.ts';
import { money } from '../../app/format.ts';
import { Dialog } from '../../forms/dialog.tsx';
import { Form } from '../../forms/form.tsx';
import type { FormField } from '../../forms/forms.ts';
import type { Row } from '../rows.ts';
import { type Action, field, requiredField } from './actions.ts';
import { eligibilityOf, type Refundable, refundEffect } from './refund.ts';

/** The dialog in which a member refunds all of a payment, half of it, or an amount. */

const REASONS = ['Requested by the customer', 'Duplicate payment', 'Fraudulent payment', 'Product not as expected', 'Service not used'];
const OTHER = 'Other';

interface Props {
  readonly action: Action;
  readonly row: Refundable;
  readonly onSignedOut: () => void;
  readonly done: (response: Row) => void;
  readonly close: () => void;
}

type Part = 'all' | 'half' | 'amount';

export const RefundDialog = ({ action, row, onSignedOut, done, close: canceled }: Props) => {
  const { calls, mode } = useApi();
  const [part, setPart] = useState<Part>('all');
  const response = useRef<Row | null>(null);
  const name = useId();
  const { amount_cents: maxCents, currency } = eligibilityOf(row) ?? { amount_cents: 0, currency: 'EUR' };
  const halfCents = Math.ceil(maxCents / 2);
  const parts: Readonly<Record<Part, string>> = {
    all: `Full refund, ${money(maxCents, currency)}`,
    half: `Half, ${money(halfCents, currency)}`,
    amount: 'Other amount',
  };
  const fields: readonly FormField[] = [
    ...(part === 'amount'
      ? [requiredField('amount_cents', 'Refund amount', 'amount', { hint: `Up to ${money(maxCents, currency)}.` })]
      : []),
    field('reason', 'Reason', 'choice', { options: [...REASONS, OTHER], hint: 'Printed on the credit note.' }),
    field('other_reason', 'Other reason', 'text', { when: ({ reason }) => reason === OTHER }),
  ];
  const send = async ({ amount_cents: typedCents, reason, other_reason: otherReason }: Row): Promise<void> => {
    const cents = part === 'half' ? halfCents : typedCents;
    const text = reason === OTHER ? otherReason : reason;
    if (Number(typedCents) > maxCents) {
      throw new CallError(400, { param: 'amount_cents', message: `At most ${money(maxCents, currency)} can be refunded.` }, 0);
    }
    response.current = await calls.post(mode, 'refunds', {
      ...action.fixed?.(row),
      ...(cents === undefined ? {} : { amount_cents: cents }),
      ...(text === undefined ? {} : { reason: text }),
    });
  };
  return (
    <Dialog title="Refund" onClosed={() => (response.current === null ? canceled() : done(response.current))}>
      {({ close, hold }) => (
        <>
          <p>{refundEffect(row)}</p>
          <fieldset class="choices-row">
            <legend>Amount</legend>
            {(Object.keys(parts) as Part[]).map((each) => (
              <label key={each}>
                <input type="radio" name={name} checked={part === each} onChange={() => setPart(each)} />
                {parts[each]}
              </label>
            ))}
          </fieldset>
          <Form
            {...{ fields, onSignedOut }}
            before={null}
            currency={currency}
            label={part === 'amount' ? 'Refund' : `Refund ${money(part === 'all' ? maxCents : halfCents, currency)}`}
            isDestructive={true}
            cancel={close}
            send={async (body) => {
              await hold(() => send(body));
              close();
            }}
          />
        </>
      )}
    </Dialog>
  );
};
