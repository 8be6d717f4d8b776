import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { Scope } from '../../../../shared/api/scopes.ts';
import { TAX_MODES } from '../../../../shared/domain/tax/modes.ts';
import { allowed, type Calls, type Session } from '../app/calls.ts';
import { Await, useRead } from '../app/parts.tsx';
import { hrefOf, type Route, routeTo } from '../app/route.ts';
import { BRANDING as BRANDING_SCREEN, COMPANY, PROVIDER, titleAt } from '../app/screens.ts';
import { showToast } from '../app/toast.tsx';
import { Form } from '../forms/form.tsx';
import type { FormField, Values } from '../forms/forms.ts';
import { Preview } from '../forms/preview.tsx';
import { field, requiredField } from '../objects/actions/actions.ts';
import { SELLER_E_INVOICING_FIELDS } from '../objects/actions/e-invoicing-fields.ts';
import { ADDRESS_FIELDS } from '../objects/actions/object-fields.ts';
import type { Row } from '../objects/rows.ts';
import { contrastWarning } from './contrast-warning.ts';
import { EmailTexts } from './email-texts.tsx';
import { LogoUpload } from './logo-upload.tsx';
import { REGISTRATION_FIELDS, registrationsBody, registrationsForm } from './registrations.ts';
import { WITHDRAWAL_FIELDS } from './withdrawal.ts';

interface Props {
  readonly calls: Calls;
  readonly session: Session;
  readonly route: Route;
  readonly onSignedOut: () => void;
}

const VAT_ID = 'vat_id';
const VAT_NUMBER = 'VAT number';

const PROFILE: readonly FormField[] = [
  requiredField('legal_name', 'Legal name', 'text'),
  ...ADDRESS_FIELDS,
  requiredField('country_code', 'Country', 'country'),
  field(VAT_ID, VAT_NUMBER, 'text', { hint: 'Cannot be changed once it is saved.' }),
  field('registration_number', 'Registration number', 'text'),
  requiredField('email', 'Email', 'email'),
  field('phone', 'Phone', 'text'),
  requiredField('tax_behavior', 'Tax', 'choice', {
    options: ['inclusive', 'exclusive'],
    labels: { inclusive: 'Included in prices', exclusive: 'Added to prices' },
  }),
  requiredField('tax_mode', 'VAT rates', 'choice', {
    options: TAX_MODES,
    labels: { manual: 'Your tax rates', eu_home: 'EU: your VAT for all consumers', eu_oss: "EU: VAT of the buyer's country (OSS)" },
    hint: 'Tax rates that you created take precedence.',
  }),
  ...REGISTRATION_FIELDS,
  field('refund_window_days', 'Refund window (days)', 'integer', { hint: 'After a payment. Leave empty for no limit.' }),
  field('dunning_schedule', 'Retries of failed renewals (days)', 'integers', {
    hint: 'After the first failure, such as 2, 7, 14, 21. The subscription is canceled after the last.',
  }),
  field('invoice_footer', 'Invoice footer', 'longText'),
  ...WITHDRAWAL_FIELDS,
  ...SELLER_E_INVOICING_FIELDS,
  field('customer_emails', 'Email customers about orders and subscriptions', 'flag', {
    hint: 'Receipts, refunds and failed payments are emailed in any case.',
  }),
];

/** In the form, `plan_choice` and `plan_ids` are the API's field `plans`. */
const PLAN_CHOICES = { same_product: 'Prices of the same product', all: 'All prices', selected: 'Selected prices' };

const BRANDING: readonly FormField[] = [
  field('display_name', 'Display name', 'text'),
  field('primary_color', 'Button color', 'color', { hint: 'Such as #0b57d0.', warning: contrastWarning }),
  field('background_color', 'Page background', 'color', { hint: "Leave empty to follow the buyer's light or dark setting." }),
  field('icon_url', 'Icon URL', 'url'),
  field('support_email', 'Support email', 'email'),
  field('support_url', 'Support URL', 'url'),
  field('privacy_url', 'Privacy policy URL', 'url'),
  field('terms_url', 'Terms URL', 'url'),
  field('withdrawal_url', 'Right of withdrawal URL', 'url', { hint: 'Linked next to the order button.' }),
  requiredField('plan_choice', 'Plans in the portal', 'choice', {
    options: Object.keys(PLAN_CHOICES),
    labels: PLAN_CHOICES,
    hint: 'Prices that customers can switch to.',
  }),
  field('plan_ids', 'Selected prices', 'entities', { entity: 'prices', when: ({ plan_choice: choice }) => choice === 'selected' }),
];

const brandingForm = (row: Row): Row => {
  const { plans } = row;
  return Array.isArray(plans) ? { ...row, plan_choice: 'selected', plan_ids: plans } : { ...row, plan_choice: plans, plan_ids: [] };
};

/** The request body for the changed fields of the form. */
const brandingBody = ({ plan_choice: choice, plan_ids: ids, ...body }: Row): Row => {
  if (choice === 'same_product' || choice === 'all') return { ...body, plans: choice };
  return ids === undefined || ids === null ? body : { ...body, plans: ids };
};

const CREDENTIAL: readonly FormField[] = [requiredField('api_key', 'Mollie API key', 'secret')];

interface SectionProps extends Props {
  readonly title: string;
  /** API path, relative to `/v1/`. */
  readonly path: string;
  readonly fields: readonly FormField[];
  readonly scope: Scope;
  readonly onChange?: (values: Values) => void;
  /** Convert the API's object to the values of the form, and the form to the request body; omitted: they are the same. */
  readonly toForm?: (row: Row) => Row;
  readonly toBody?: (body: Row) => Row;
}

interface SavedFormProps extends Omit<ComponentProps<typeof Form>, 'send' | 'cancel'> {
  /** When this text changes, the form is reset to the values of `before`. */
  readonly version: string;
  /** Saves the values; returns the message that confirms it. */
  readonly send: (body: Row) => Promise<string>;
}

/** A form that shows a message after each save. */
const SavedForm = ({ version, send, ...form }: SavedFormProps) => (
  <Form key={version} {...form} cancel={null} send={async (body) => showToast(await send(body))} />
);

/** Read-only, because a saved VAT number cannot be changed. */
const FixedVatNumber = ({ value }: { readonly value: string }) => (
  <div class="field">
    <label for="fixed-vat-number">{VAT_NUMBER}</label>
    <input id="fixed-vat-number" readOnly value={value} aria-describedby="vat-number-is-fixed" />
    <p class="soft" id="vat-number-is-fixed">
      Cannot be changed or removed.
    </p>
  </div>
);

/** A group of account settings that both modes share. They can be changed in live mode only. */
const AccountSetting = (props: SectionProps) => {
  const {
    title,
    path,
    fields,
    scope,
    calls,
    session,
    route,
    onSignedOut,
    onChange,
    toForm = (row) => row,
    toBody = (body) => body,
  } = props;
  const [saved, setSaved] = useState<Row | null>(null);
  const read = useRead(() => calls.object(route.mode, path), path, onSignedOut);
  if (!allowed(session, scope)) return <p>Only owners and admins can change this.</p>;
  if (route.mode === 'test') {
    return (
      <p>
        Shared by test and live. <a href={hrefOf(routeTo('live', route.screen))}>Edit in live mode</a>
      </p>
    );
  }
  const save = async (body: Row): Promise<string> => {
    setSaved(await calls.post('live', path, toBody(body)));
    return `${title} saved.`;
  };
  return (
    <Await read={read}>
      {(row) => {
        const current = saved ?? row;
        const vatId = current[VAT_ID];
        return (
          <>
            {typeof vatId === 'string' ? <FixedVatNumber value={vatId} /> : null}
            <SavedForm
              version={JSON.stringify(saved)}
              {...{ onSignedOut }}
              before={toForm(current)}
              {...(onChange === undefined ? {} : { onChange })}
              fields={typeof vatId === 'string' ? fields.filter(({ name }) => name !== VAT_ID) : fields}
              label="Save"
              send={save}
            />
          </>
        );
      }}
    </Await>
  );
};

/** The uploaded or linked logo. */
const Logo = ({ calls, onSignedOut }: Props) => {
  const [changed, setChanged] = useState<Row | null>(null);
  const read = useRead(() => calls.object('live', 'tenant/portal_branding'), 'logo', onSignedOut);
  return (
    <Await read={read}>
      {(row) => {
        const logoUrl = (changed ?? row)['logo_url'];
        return <LogoUpload logoUrl={typeof logoUrl === 'string' ? logoUrl : null} onSignedOut={onSignedOut} onChanged={setChanged} />;
      }}
    </Await>
  );
};

const Branding = (props: Props) => {
  const [entered, setEntered] = useState<Values | null>(null);
  const read = useRead(() => props.calls.object(props.route.mode, 'tenant/portal_branding'), 'branding', props.onSignedOut);
  const canChange = props.route.mode === 'live' && allowed(props.session, 'tenant:write');
  return (
    <div class="beside">
      <div>
        {canChange ? <Logo {...props} /> : null}
        <AccountSetting
          {...props}
          title="Branding"
          path="tenant/portal_branding"
          fields={BRANDING}
          scope="tenant:write"
          onChange={setEntered}
          toForm={brandingForm}
          toBody={brandingBody}
        />
        {canChange ? <EmailTexts onSignedOut={props.onSignedOut} /> : null}
      </div>
      <Await read={read}>{(row) => <Preview name={props.session.account.name} branding={entered ?? row} />}</Await>
    </div>
  );
};

/** Shows whether Mollie is connected in live mode. */
const Connection = ({ calls, route: { mode }, onSignedOut }: Props) => {
  const read = useRead(() => calls.object(mode, 'account/activation'), 'activation', onSignedOut);
  return (
    <Await read={read}>
      {({ payment_provider_connected: isConnected }) => (
        <p>
          Mollie in live mode{' '}
          <span class={`badge ${isConnected ? 'success' : 'warning'}`}>{isConnected ? 'Connected' : 'Not connected'}</span>
        </p>
      )}
    </Await>
  );
};

const Credential = (props: Props) => {
  const { calls, session, route, onSignedOut } = props;
  const { mode } = route;
  const [connected, setConnected] = useState<Row | null>(null);
  if (!allowed(session, 'tenant:write')) return <p>Only owners and admins can change this.</p>;
  return (
    <>
      <Connection key={String(connected?.['fingerprint'])} {...props} />
      <p class="soft">
        {mode === 'live'
          ? 'Enter the live API key of your Mollie account to accept live payments.'
          : 'Test mode uses the sandbox provider until you enter a test API key of your Mollie account.'}{' '}
        The key is stored encrypted and never shown.
      </p>
      <SavedForm
        version={String(connected?.['fingerprint'])}
        {...{ onSignedOut }}
        fields={CREDENTIAL}
        before={null}
        label="Connect Mollie"
        send={async (body) => {
          const credential = await calls.post(mode, 'tenant/provider_credential', body);
          setConnected(credential);
          return `Mollie connected, with profile ${String(credential['profile_id'])}.`;
        }}
      />
    </>
  );
};

const SECTIONS: Readonly<Record<string, (props: Props) => ComponentChildren>> = {
  [COMPANY]: (props) => (
    <AccountSetting
      {...props}
      title="Company"
      path="tenant/billing_profile"
      fields={PROFILE}
      scope="tenant:write"
      toForm={registrationsForm}
      toBody={registrationsBody}
    />
  ),
  [BRANDING_SCREEN]: (props) => <Branding {...props} />,
  [PROVIDER]: (props) => <Credential {...props} />,
};

/** The settings screen that the route names. */
export const Settings = (props: Props) => (
  <>
    <div class="title">
      <h1>{titleAt(props.route.screen, props.route.mode)}</h1>
    </div>
    <div class={props.route.screen === BRANDING_SCREEN ? undefined : 'narrow'}>{SECTIONS[props.route.screen]?.(props)}</div>
  </>
);
