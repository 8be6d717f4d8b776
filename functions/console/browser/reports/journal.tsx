import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { useApi } from '../app/api.ts';
import { Card, useSingleAttempt } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import { storedText, storeText } from '../app/storage.ts';
import { useMonth } from './month-select.tsx';

/** Downloads of the accounting journal of a month, for the accountant. */

/** The consultant number, the client number and the chart of accounts that a DATEV file needs; the browser remembers them. */
const DATEV_FIELDS = ['datev_consultant', 'datev_client', 'datev_chart'] as const;
type DatevField = (typeof DATEV_FIELDS)[number];
type DatevValues = Readonly<Record<DatevField, string>>;

const LABELS: Readonly<Record<DatevField, string>> = {
  datev_consultant: 'Consultant number',
  datev_client: 'Client number',
  datev_chart: 'Chart of accounts',
};

const rememberedValue = (name: DatevField): string => storedText(`journal ${name}`) ?? (name === 'datev_chart' ? 'skr03' : '');

interface FieldProps {
  readonly name: DatevField;
  readonly value: string;
  readonly change: (value: string) => void;
}

const Field = ({ name, value, change }: FieldProps) => (
  <div class="field">
    <label for={name}>{LABELS[name]}</label>
    {name === 'datev_chart' ? (
      <select id={name} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="skr03">SKR03</option>
        <option value="skr04">SKR04</option>
      </select>
    ) : (
      <input id={name} inputMode="numeric" required value={value} onInput={({ currentTarget }) => change(currentTarget.value.trim())} />
    )}
  </div>
);

export const Journal = ({ onSignedOut }: { readonly onSignedOut: () => void }) => {
  const { calls, mode } = useApi();
  const { month, select } = useMonth('Month of the journal');
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const [values, setValues] = useState<DatevValues>(() => ({
    datev_consultant: rememberedValue('datev_consultant'),
    datev_client: rememberedValue('datev_client'),
    datev_chart: rememberedValue('datev_chart'),
  }));
  const download = (parameters: Readonly<Record<string, string>>, prefix: string): Promise<boolean> =>
    attempt(async () => {
      const query = new URLSearchParams({ from: month.from, to: month.to, ...parameters });
      saveFile(await calls.file(mode, `reports/journal?${query}`), `${prefix}-${month.from.slice(0, 'yyyy-mm'.length)}.csv`);
    });
  const downloadDatev = (event: Event): void => {
    event.preventDefault();
    for (const name of DATEV_FIELDS) storeText(`journal ${name}`, values[name]);
    void download({ format: 'datev', ...values }, 'EXTF_journal');
  };
  return (
    <Card title="Accounting journal" action={select}>
      <div class="body">
        <p>Double-entry bookkeeping for invoices, credit notes, payments, refunds and chargebacks of the month, with deferred revenue.</p>
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void download({ format: 'csv' }, 'journal')}>
          Download CSV
        </button>
      </div>
      <form class="body" onSubmit={downloadDatev}>
        <h3>DATEV</h3>
        {DATEV_FIELDS.map((name) => (
          <Field key={name} name={name} value={values[name]} change={(value) => setValues({ ...values, [name]: value })} />
        ))}
        <button type="submit" class="quiet" disabled={isBusy}>
          Download DATEV file
        </button>
        {problem === null ? null : <ProblemBox text={problem} />}
      </form>
    </Card>
  );
};
