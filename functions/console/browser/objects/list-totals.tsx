import { useRef } from 'preact/hooks';
import { useApi } from '../app/api.ts';
import { countText, money } from '../app/format.ts';
import { type ReadState, useRead } from '../app/parts.tsx';
import type { Route } from '../app/route.ts';
import type { Screen } from '../app/screen-types.ts';
import { hasSummary, summaryKey, totalsTexts } from './list-summary.ts';
import type { Summary } from './rows.ts';

/** The counts and sums of a list with its filters. */

/**
 * The counts and sums of a list. They are requested once for all pages of the list, after its rows are shown (`isShown`). After a change of
 * the filters, the former counts and sums stay until the new ones are read. `null`: none, or not read yet.
 */
export const useSummary = (screen: Screen, route: Route, isShown: boolean, onSignedOut: () => void): Summary | null => {
  const { calls, mode } = useApi();
  const key = useRef('');
  const isWanted = hasSummary(screen, route);
  if (isShown && isWanted) key.current = summaryKey(route);
  const read = useRead<Summary | null>(
    () => (key.current === '' ? Promise.resolve(null) : calls.summary(mode, screen.path, route.filters)),
    key.current,
    onSignedOut,
  );
  return isWanted && read.kind === 'read' ? read.value : null;
};

/** A line with a text for each currency, above a list. `null`: the texts are not read yet, and an empty line reserves the space. */
const TotalsLine = ({ texts }: { readonly texts: readonly string[] | null }) =>
  texts !== null && texts.length === 0 ? null : (
    <p class="soft totals-line" role="status">
      {(texts ?? ['\u00a0']).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  );

/** The number and sum of the objects that the list contains. */
export const ListTotals = ({ screen, summary }: { readonly screen: Screen; readonly summary: Summary | null }) =>
  screen.totals === undefined ? null : <TotalsLine texts={summary === null ? null : totalsTexts(screen, summary)} />;

type InvoiceSums = Awaited<ReturnType<typeof readInvoiceSums>>;

const readInvoiceSums = ({ calls, mode }: ReturnType<typeof useApi>, query: URLSearchParams) =>
  calls.object(mode, `invoices/totals?${query}`);

const invoiceTexts = (read: ReadState<InvoiceSums>): readonly string[] | null => {
  if (read.kind !== 'read') return read.kind === 'failed' ? [] : null;
  return read.value.data.map(
    ({ currency, count, total_cents: total, amount_due_cents: due }) =>
      `${countText(count, 'invoice')}, ${money(total, currency)} in total${due === 0 ? '' : `, ${money(due, currency)} open`}`,
  );
};

/** The number and sums of the invoices that a list with these filters contains. */
export const InvoiceTotals = ({
  filters,
  onSignedOut,
}: {
  readonly filters: Readonly<Record<string, string>>;
  readonly onSignedOut: () => void;
}) => {
  const api = useApi();
  const query = new URLSearchParams(filters);
  const read = useRead(() => readInvoiceSums(api, query), `totals ${api.mode} ${query}`, onSignedOut);
  return <TotalsLine texts={invoiceTexts(read)} />;
};
