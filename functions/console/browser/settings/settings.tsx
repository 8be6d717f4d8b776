import type { ComponentProps } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Scope } from '../../../../shared/api/scopes.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { allowed, type Calls, type Session } from '../app/calls.ts';
import { Await, useRead, useSingleAttempt } from '../app/parts.tsx';
import { hrefOf, type Route, routeTo } from '../app/route.ts';
import { saveFile } from '../app/save-file.ts';
import { SETTINGS } from '../app/screens.ts';
import { Form } from '../forms/form.tsx';
import type { FormField, Values } from '../forms/forms.ts';
import { Preview } from '../forms/preview.tsx';
import { field, requiredField } from '../objects/actions.ts';
import { ADDRESS_FIELDS } from '../objects/object-fields.ts';
import type { Row } from '../objects/rows.ts';
import { newDownload } from './export.ts';

interface Props {
  readonly calls: Calls;
  readonly session: Session;
  readonly route: Route;
  readonly signedOut: () => void;
}

const VAT_ID = 'vat_id';
const VAT_NUMBER = 'VAT number';

const PROFILE: readonly FormField[] = [
  requiredField('legal_name', 'Legal name', 'text'),
  ...ADDRESS_FIELDS,
  requiredField('country_code', 'Country', 'text', { hint: 'Two letters, such as NL.' }),
  field(VAT_ID, VAT_NUMBER, 'text', { hint: 'It is saved once, and can be neither changed nor removed after that.' }),
  field('registration_number', 'Registration number', 'text'),
  requiredField('email', 'E-mail', 'email'),
  field('phone', 'Phone', 'text'),
  requiredField('tax_behavior', 'Prices', 'choice', {
    options: ['inclusive', 'exclusive'],
    hint: 'Whether tax is in the prices or comes on top.',
  }),
  field('refund_window_days', 'Days in which a refund may be asked for', 'integer'),
  field('invoice_footer', 'At the foot of invoices', 'longText'),
];

const BRANDING: readonly FormField[] = [
  field('display_name', 'Name on the pages', 'text'),
  field('primary_color', 'Colour of buttons', 'color', { hint: 'Such as #0b57d0.' }),
  field('background_color', 'Colour of the page', 'color', { hint: 'Left empty: light or dark, as the reader likes it.' }),
  field('logo_url', 'Address of the logo', 'url'),
  field('icon_url', 'Address of the icon', 'url'),
  field('support_email', 'E-mail for help', 'email'),
  field('support_url', 'Page for help', 'url'),
  field('privacy_url', 'Page on privacy', 'url'),
  field('terms_url', 'Page of terms', 'url'),
  field('plans', 'Prices that customers may change to', 'list', {
    keywords: ['same_product', 'all'],
    hint: 'same_product, all, or the ids of prices, one after the other. Left empty: same_product.',
  }),
];

const CREDENTIAL: readonly FormField[] = [requiredField('api_key', 'API key of the payment provider', 'secret')];

interface SectionProps extends Props {
  readonly title: string;
  /** API path, relative to `/v1/`. */
  readonly path: string;
  readonly fields: readonly FormField[];
  readonly scope: Scope;
  readonly onChange?: (values: Values) => void;
}

interface ConfirmedFormProps extends Omit<ComponentProps<typeof Form>, 'send' | 'cancel'> {
  /** When this text changes, the form is reset to the values of `before`. */
  readonly version: string;
  /** Returns the confirmation message. */
  readonly send: (body: Row) => Promise<string>;
}

/** A form that shows a confirmation message until the next input or submit. */
const ConfirmedForm = ({ version, send, ...form }: ConfirmedFormProps) => {
  const [confirmation, setConfirmation] = useState<string | null>(null);
  return (
    <>
      {/* Input events bubble up from the fields. */}
      <div onInput={() => setConfirmation(null)}>
        <Form
          key={version}
          {...form}
          cancel={null}
          send={async (body) => {
            setConfirmation(null);
            setConfirmation(await send(body));
          }}
        />
      </div>
      <p role="status">{confirmation}</p>
    </>
  );
};

/** Read-only, because a saved VAT number cannot be changed. */
const FixedVatNumber = ({ value }: { readonly value: string }) => (
  <div class="field">
    <label for="fixed-vat-number">{VAT_NUMBER}</label>
    <input id="fixed-vat-number" readOnly value={value} aria-describedby="vat-number-is-fixed" />
    <p class="soft" id="vat-number-is-fixed">
      It was saved, and can be neither changed nor removed.
    </p>
  </div>
);

/** A group of account settings that both modes share. They can be changed in live mode only. */
const AccountSetting = ({ title, path, fields, scope, calls, session, route, signedOut, onChange }: SectionProps) => {
  const [saved, setSaved] = useState<Row | null>(null);
  const read = useRead(() => calls.object(route.mode, path), path, signedOut);
  if (!allowed(session, scope)) return <p>Owners and admins change this.</p>;
  if (route.mode === 'test') {
    return (
      <p>
        It is the same in both modes, and is changed in <a href={hrefOf(routeTo('live', SETTINGS))}>live mode</a>.
      </p>
    );
  }
  const save = async (body: Row): Promise<string> => {
    setSaved(await calls.post('live', path, body));
    return `${title} is saved.`;
  };
  return (
    <Await read={read}>
      {(row) => {
        const current = saved ?? row;
        const vatId = current[VAT_ID];
        return (
          <>
            {typeof vatId === 'string' ? <FixedVatNumber value={vatId} /> : null}
            <ConfirmedForm
              version={JSON.stringify(saved)}
              {...{ before: current, signedOut }}
              {...(onChange === undefined ? {} : { onChange })}
              fields={typeof vatId === 'string' ? fields.filter(({ name }) => name !== VAT_ID) : fields}
              label={`Save ${title.toLowerCase()}`}
              send={save}
            />
          </>
        );
      }}
    </Await>
  );
};

const Branding = (props: Props) => {
  const [entered, setEntered] = useState<Values | null>(null);
  const read = useRead(() => props.calls.object(props.route.mode, 'tenant/portal_branding'), 'branding', props.signedOut);
  return (
    <div class="beside">
      <div>
        <AccountSetting
          {...props}
          title="Branding"
          path="tenant/portal_branding"
          fields={BRANDING}
          scope="tenant:write"
          onChange={setEntered}
        />
      </div>
      <Await read={read}>{(row) => <Preview name={props.session.account.name} branding={entered ?? row} />}</Await>
    </div>
  );
};

const Credential = ({ calls, session, route: { mode }, signedOut }: Props) => {
  const [connected, setConnected] = useState<Row | null>(null);
  if (!allowed(session, 'tenant:write')) return <p>Owners and admins change this.</p>;
  return (
    <>
      <p>The key is stored encrypted, and shown to nobody. It is for {mode} mode.</p>
      <ConfirmedForm
        version={String(connected?.['fingerprint'])}
        {...{ signedOut }}
        fields={CREDENTIAL}
        before={null}
        label="Connect the payment provider"
        send={async (body) => {
          const credential = await calls.post(mode, 'tenant/provider_credential', body);
          setConnected(credential);
          return `Connected, with profile ${String(credential['profile_id'])}.`;
        }}
      />
    </>
  );
};

const Export = ({ calls, session, route: { mode }, signedOut }: Props) => {
  const [isSaved, setSaved] = useState(false);
  const { problem, isBusy, attempt } = useSingleAttempt(signedOut);
  const download = useMemo(() => newDownload(calls, mode), [calls, mode]);
  if (!allowed(session, 'data:export')) return <p>Owners and admins may export.</p>;
  const run = async (): Promise<void> => {
    setSaved(false);
    setSaved(await attempt(async () => saveFile(await download.fetch(), `export-${mode}.json`)));
  };
  return (
    <>
      <p>Everything that the account has stored in {mode} mode, as one JSON file.</p>
      {problem === null ? null : <ProblemBox text={problem} />}
      <div class="row">
        <button type="button" class="quiet" aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void run()}>
          {download.isBegun() && !isBusy ? 'Resume export' : 'Export'}
        </button>
      </div>
      <p role="status">{isSaved ? 'The export is saved.' : null}</p>
    </>
  );
};

export const Settings = (props: Props) => (
  <>
    <h1>Settings</h1>
    <section aria-label="Profile">
      <h2>Profile</h2>
      <AccountSetting {...props} title="Profile" path="tenant/billing_profile" fields={PROFILE} scope="tenant:write" />
    </section>
    <section aria-label="Branding">
      <h2>Branding</h2>
      <Branding {...props} />
    </section>
    <section aria-label="Payment provider">
      <h2>Payment provider</h2>
      <Credential {...props} />
    </section>
    <section aria-label="Export">
      <h2>Export</h2>
      <Export {...props} />
    </section>
  </>
);
