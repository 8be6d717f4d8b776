import type { ComponentProps } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Scope } from '../../../../shared/api/scopes.ts';
import { hasScope } from '../app/calls.ts';
import { Await, useRead } from '../app/parts.tsx';
import type { SessionProps } from '../app/session-props.ts';
import { showToast } from '../app/toast.tsx';
import { Form } from '../forms/form.tsx';
import type { FormField } from '../forms/forms.ts';
import type { Row } from '../objects/rows.ts';

/** Forms of the account's settings. */

export const VAT_ID_FIELD = 'vat_id';
export const VAT_NUMBER_LABEL = 'VAT number';

interface SectionProps extends SessionProps {
  readonly title: string;
  /** API path, relative to `/v1/`. */
  readonly path: string;
  readonly fields: readonly FormField[];
  readonly scope: Scope;
  /** `toForm` converts the API's object to the values of the form, `toBody` the form's values to the request body; omitted: unchanged. */
  readonly toForm?: (row: Row) => Row;
  readonly toBody?: (body: Row) => Row;
}

interface SavedFormProps extends Omit<ComponentProps<typeof Form>, 'send' | 'cancel'> {
  /** Saves the values; returns the message that confirms it. */
  readonly send: (body: Row) => Promise<string>;
}

/** A form that shows a message after each save, and then starts with the values of `before` again. */
export const SavedForm = ({ send, ...form }: SavedFormProps) => {
  const [saveCount, setSaveCount] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus was on the button of the saved form, which a new form has replaced. Moves it to the new button.
    if (saveCount > 0) box.current?.querySelector<HTMLElement>('button[type=submit]')?.focus();
  }, [saveCount]);
  return (
    <div ref={box}>
      <Form
        key={saveCount}
        {...form}
        cancel={null}
        send={async (body) => {
          showToast(await send(body));
          setSaveCount((count) => count + 1);
        }}
      />
    </div>
  );
};

/** States that both modes share the settings. */
export const SharedByModes = () => <p class="soft">These settings are shared by test and live mode.</p>;

/** Read-only, because a saved VAT number cannot be changed. */
const FixedVatNumber = ({ value }: { readonly value: string }) => (
  <div class="field">
    <label for="fixed-vat-number">{VAT_NUMBER_LABEL}</label>
    <input id="fixed-vat-number" readOnly value={value} aria-describedby="vat-number-is-fixed" />
    <p class="soft" id="vat-number-is-fixed">
      Cannot be changed or removed.
    </p>
  </div>
);

/** A group of account settings, which both modes share. */
export const AccountSetting = (props: SectionProps) => {
  const { title, path, fields, scope, calls, session, onSignedOut, toForm = (row) => row, toBody = (body) => body } = props;
  const [saved, setSaved] = useState<Row | null>(null);
  const read = useRead(() => calls.object('live', path), path, onSignedOut);
  if (!hasScope(session, scope)) return <p>Only owners and admins can change this.</p>;
  const save = async (body: Row): Promise<string> => {
    setSaved(await calls.post('live', path, toBody(body)));
    return `${title} saved.`;
  };
  return (
    <Await read={read}>
      {(row) => {
        const current = saved ?? row;
        const vatId = current[VAT_ID_FIELD];
        return (
          <>
            <SharedByModes />
            {typeof vatId === 'string' ? <FixedVatNumber value={vatId} /> : null}
            <SavedForm
              {...{ onSignedOut }}
              before={toForm(current)}
              fields={typeof vatId === 'string' ? fields.filter(({ name }) => name !== VAT_ID_FIELD) : fields}
              label="Save"
              send={save}
            />
          </>
        );
      }}
    </Await>
  );
};
