import { useApi } from '../app/api.ts';
import { countText, money } from '../app/format.ts';
import { useRead } from '../app/parts.tsx';

/** The number and sum of the invoices that a list with these filters contains; nothing while it is computed, or if there are none. */
export const InvoiceTotals = ({
  filters,
  onSignedOut,
}: {
  readonly filters: Readonly<Record<string, string>>;
  readonly onSignedOut: () => void;
}) => {
  const { calls, mode } = useApi();
  const query = new URLSearchParams(filters);
  const read = useRead(() => calls.object(mode, `invoices/totals?${query}`), `totals ${mode} ${query}`, onSignedOut);
  if (read.kind !== 'read' || read.value.data.length === 0) return null;
  return (
    <p class="soft totals-line" role="status">
      {read.value.data.map(({ currency, count, total_cents: total, amount_due_cents: due }) => (
        <span key={currency}>
          {countText(count, 'invoice')}, {money(total, currency)} in total
          {due === 0 ? null : `, ${money(due, currency)} unpaid`}
        </span>
      ))}
    </p>
  );
};
