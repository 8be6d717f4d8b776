import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { TAX_MODES } from '../../../../shared/domain/tax/modes.ts';
import { CallError, callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { hasScope } from '../app/calls.ts';
import { Await, useRead } from '../app/parts.tsx';
import { BRANDING as BRANDING_SCREEN, COMPANY, PROVIDER, titleAt } from '../app/screens.ts';
import type { SessionProps } from '../app/session-props.ts';
import type { FormField } from '../forms/forms.ts';
import { field, requiredField } from '../objects/actions/actions.ts';
import { SELLER_E_INVOICING_FIELDS } from '../objects/actions/e-invoicing-fields.ts';
import { ADDRESS_FIELDS } from '../objects/actions/object-fields.ts';
import type { Row } from '../objects/rows.ts';
import { AccountSetting, SavedForm, VAT_ID_FIELD, VAT_NUMBER_LABEL } from './account-setting.tsx';
import { Branding } from './branding.tsx';
import { REGISTRATION_FIELDS, registrationsBody, registrationsForm } from './registrations.ts';
import { WITHDRAWAL_FIELDS } from './withdrawal.ts';

const PROFILE: readonly FormField[] = [
  requiredField('legal_name', 'Legal name', 'text'),
  ...ADDRESS_FIELDS,
  requiredField('country_code', 'Country', 'country'),
  field(VAT_ID_FIELD, VAT_NUMBER_LABEL, 'text', { hint: 'Cannot be changed once it is saved.' }),
  field('registration_number', 'Registration number', 'text'),
  requiredField('email', 'Email', 'email'),
  field('phone', 'Phone', 'text'),
  requiredField('tax_behavior', 'Tax', 'choice', {
    options: ['inclusive', 'exclusive'],
    labels: { inclusive: 'Included in prices', exclusive: 'Added to prices' },
    hint: 'A change applies to the next charges of all subscriptions: tax that is added to prices makes them higher.',
  }),
  requiredField('tax_mode', 'VAT rates', 'choice', {
    options: TAX_MODES,
    labels: { manual: 'Your tax rates', eu_home: 'EU: your VAT for all consumers', eu_oss: "EU: VAT of the buyer's country (OSS)" },
    hint: 'Tax rates that you created take precedence.',
  }),
  ...REGISTRATION_FIELDS,
  field('refund_window_days', 'Refund window (days)', 'integer', { hint: 'After a payment. Enter 0 for no refunds.' }),
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

const CREDENTIAL: readonly FormField[] = [requiredField('api_key', 'Mollie API key', 'secret')];

/** Shows whether Mollie is connected in live mode. */
const Connection = ({ calls, route: { mode }, onSignedOut }: SessionProps) => {
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

/**
 * Throws the error of connecting a key. Replaces the reason `outcome_unknown`: its text says that the key may have been stored, but the
 * service stores a key only after the provider has checked it.
 */
const throwKeyError = (error: unknown): never => {
  const callError = callErrorOf(error);
  throw callError.reason === 'outcome_unknown' ? new CallError(callError.status, { code: 'provider_unavailable' }, 0) : callError;
};

const Credential = (props: SessionProps) => {
  const { calls, session, route, onSignedOut } = props;
  const { mode } = route;
  const [connected, setConnected] = useState<Row | null>(null);
  if (!hasScope(session, 'tenant:write')) return <p>Only owners and admins can change this.</p>;
  return (
    <>
      {mode === 'live' ? <Connection key={String(connected?.['fingerprint'])} {...props} /> : null}
      <p class="soft">
        {mode === 'live'
          ? 'Enter the live API key of your Mollie account to accept live payments.'
          : 'Test mode uses the sandbox provider until you enter a test API key of your Mollie account.'}{' '}
        The key is stored encrypted and never shown.
      </p>
      <SavedForm
        {...{ onSignedOut }}
        fields={CREDENTIAL}
        isScreen
        before={null}
        label="Connect Mollie"
        send={async (body) => {
          const credential = await calls.post(mode, 'tenant/provider_credential', body).catch(throwKeyError);
          setConnected(credential);
          return `Mollie connected, with profile ${String(credential['profile_id'])}.`;
        }}
      />
    </>
  );
};

const SECTIONS: Readonly<Record<string, (props: SessionProps) => ComponentChildren>> = {
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
export const Settings = (props: SessionProps) => (
  <>
    <div class="title">
      <h1>{titleAt(props.route.screen, props.route.mode)}</h1>
    </div>
    <div class={props.route.screen === BRANDING_SCREEN ? undefined : 'narrow'}>{SECTIONS[props.route.screen]?.(props)}</div>
  </>
);
