import { useState } from 'preact/hooks';
import type * as v from 'valibot';
import type { DocumentTexts as DocumentTextsSchema } from '../../../../../shared/api/objects/document-texts.ts';
import { ProblemBox } from '../../../../../shared/pages/browser/parts.tsx';
import { Await, Card, useRead } from '../../app/parts.tsx';
import type { ScreenProps } from '../lists.tsx';

/**
 * A preview of the PDF of an invoice or credit note, made from the texts of the PDF. The PDF itself cannot be shown: browsers need plugins
 * or frames for it, which the page's Content-Security-Policy forbids, and phones do not show it at all.
 */

type DocumentTexts = v.InferOutput<typeof DocumentTextsSchema>;

interface Column<Row> {
  readonly heading: string;
  readonly textOf: (row: Row) => string;
}

/** The columns that the PDF prints: those with a heading. The first is text, the others are numbers. */
const printedColumns = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] => columns.filter(({ heading }) => heading !== '');

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly detailsOf?: (row: Row) => readonly string[];
}

const Table = <Row,>({ label, columns, rows, detailsOf = () => [] }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
  <section class="table" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map(({ heading }, index) => (
            <th key={heading} scope="col" class={index === 0 ? undefined : 'number'}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, number) => (
          <tr key={number}>
            {columns.map(({ heading, textOf }, index) => (
              <td key={heading} class={index === 0 ? undefined : 'number'}>
                {textOf(row)}
                {index === 0 ? detailsOf(row).map((detail) => <span class="soft">{detail}</span>) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Party = ({ heading, lines: [name, ...rest] }: DocumentTexts['seller']) => (
  <div>
    <p class="soft">{heading}</p>
    <p>
      <strong>{name}</strong>
    </p>
    {rest.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

/** The document on a sheet that is white in every theme, like the PDF. */
const DocumentSheet = ({ document }: { readonly document: DocumentTexts }) => {
  const { language, title, banner, facts, seller, buyer, line_headings: head, lines, totals, tax, notes, footer } = document;
  return (
    <article class="sheet" lang={language} aria-label={title}>
      {banner === null ? null : <p class="soft">{banner}</p>}
      <h3>{title}</h3>
      <dl class="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="parties">
        <Party {...seller} />
        <Party {...buyer} />
      </div>
      <Table
        label={head.description}
        rows={lines}
        detailsOf={({ details }) => details}
        columns={printedColumns<DocumentTexts['lines'][number]>([
          { heading: head.description, textOf: ({ description }) => description },
          { heading: head.quantity, textOf: ({ quantity }) => quantity },
          { heading: head.unit_price, textOf: ({ unit_price: price }) => price },
          { heading: head.tax_rate, textOf: ({ tax_rate: rate }) => rate },
          { heading: head.amount, textOf: ({ amount }) => amount },
        ])}
      />
      <dl class="sums-right">
        {totals.map(({ label, amount, emphasized }) => (
          <div key={label} class={emphasized ? 'total' : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {tax === null ? null : (
        <>
          <p class="soft">{tax.heading}</p>
          <Table
            label={tax.heading}
            rows={tax.rows}
            columns={[
              { heading: tax.headings.rate, textOf: ({ rate }) => rate },
              { heading: tax.headings.net, textOf: ({ net }) => net },
              { heading: tax.headings.tax, textOf: ({ tax: amount }) => amount },
              { heading: tax.headings.gross, textOf: ({ gross }) => gross },
            ]}
          />
        </>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {footer === null ? null : <p class="soft footer">{footer}</p>}
    </article>
  );
};

const Loaded = ({ calls, route, screen, onSignedOut }: ScreenProps) => {
  const [attempt, setAttempt] = useState(0);
  const path = `${screen.path}/${encodeURIComponent(route.id ?? '')}?expand=document`;
  const read = useRead(() => calls.object(route.mode, path), `${attempt} ${path}`, onSignedOut);
  if (read.kind === 'failed') {
    return (
      <>
        <ProblemBox text={read.text} />
        <button type="button" class="quiet" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </button>
      </>
    );
  }
  return (
    <Await read={read}>{({ document }) => (document === undefined ? null : <DocumentSheet document={document as DocumentTexts} />)}</Await>
  );
};

/** The preview. Its texts are fetched when the member opens it. */
export const DocumentPreview = ({ screenProps }: { readonly screenProps: ScreenProps }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Preview">
      <div class="body">
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Preview the document as the customer gets it</summary>
          {isOpen ? <Loaded {...screenProps} /> : null}
        </details>
      </div>
    </Card>
  );
};
