import { ProblemBox } from '../../../../../shared/pages/browser/parts.tsx';
import { Card, useAttempts } from '../../app/parts.tsx';
import { saveFile } from '../../app/save-file.ts';
import type { ScreenProps } from '../lists.tsx';
import type { RowOf } from '../rows.ts';

/** The e-invoice of an invoice or credit note: its status, what is missing, and a download for each format. */

const FORMATS: Readonly<Record<string, string>> = {
  ubl: 'UBL',
  cii: 'CII',
  xrechnung_ubl: 'XRechnung (UBL)',
  xrechnung_cii: 'XRechnung (CII)',
  peppol: 'Peppol',
  facturx: 'Factur-X (PDF)',
};

const nameOf = (format: string): string => FORMATS[format] ?? format;

type Document = RowOf['invoices'] | RowOf['credit_notes'];

export const EInvoiceCard = ({
  row: { id, number, e_invoice: eInvoice },
  screenProps: { calls, route, screen, onSignedOut },
}: {
  readonly row: Document;
  readonly screenProps: ScreenProps;
}) => {
  const { problem, attempt } = useAttempts(onSignedOut);
  const { status, format, formats, missing } = eInvoice;
  const download = async (chosen: string): Promise<void> => {
    const file = await calls.file(route.mode, `${screen.path}/${id}/e_invoice?format=${chosen}`);
    saveFile(file, `${number}.${chosen === 'facturx' ? 'pdf' : 'xml'}`);
  };
  return (
    <Card title="E-invoice">
      <div class="body">
        <p>
          {format === null ? 'The customer gets a PDF without XML.' : `The customer gets ${nameOf(format)}.`}{' '}
          <span class={`badge ${status === 'ready' ? 'success' : 'warning'}`}>{status === 'ready' ? 'Ready' : 'Incomplete'}</span>
        </p>
        {missing.length === 0 ? null : (
          <>
            <p>The document lacked these details when it was issued. Add them to download the file:</p>
            <ul>
              {missing.map(({ field, rule, message }) => (
                <li key={field}>
                  {message} <span class="soft">{rule}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <div class="row">
          {formats.map((each) => (
            <button key={each} type="button" class="quiet" onClick={() => void attempt(() => download(each))}>
              Download {nameOf(each)}
            </button>
          ))}
        </div>
        {problem === null ? null : <ProblemBox text={problem} />}
      </div>
    </Card>
  );
};
