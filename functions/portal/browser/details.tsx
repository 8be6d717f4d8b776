import { useState } from 'preact/hooks';
import { parsePeppolId, peppolIdOf } from '../../../shared/domain/e-invoice/settings.ts';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  POSTAL_CODE_MAX_LENGTH,
  REFERENCE_MAX_LENGTH,
  VAT_NUMBER_MAX_LENGTH,
} from '../../../shared/domain/limits.ts';
import { CountryField } from '../../../shared/pages/browser/parts.tsx';
import { countryName } from '../../../shared/pages/country-names.ts';
import type { CustomerChanges } from './calls.ts';
import { PanelActions, PanelButton, SectionCard } from './parts.tsx';
import type { PortalLocale } from './texts.ts';
import type { Customer } from './types.ts';
import type { ControllerProps, PanelProps } from './use-portal.ts';

type Address = NonNullable<Customer['address']>;

const EMPTY_ADDRESS: Address = { line1: null, line2: null, postal_code: null, city: null };

type EInvoicing = NonNullable<Customer['e_invoicing']>;

const NO_E_INVOICING: EInvoicing = { buyer_reference: null, electronic_address: null };

const referenceLabel = ({ country_code: country }: Customer, { texts }: PortalLocale): string =>
  country === 'DE' ? texts.leitwegId : texts.buyerReference;

const peppolIdText = ({ e_invoicing: settings }: Customer): string | null => {
  const address = settings?.electronic_address ?? null;
  return address === null ? null : peppolIdOf(address);
};

const DetailsList = ({ customer, locale }: { readonly customer: Customer; readonly locale: PortalLocale }) => {
  const { texts, portal } = locale;
  const { line1, line2, postal_code: postalCode, city } = customer.address ?? EMPTY_ADDRESS;
  const addressText = [line1, line2, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const rows: readonly (readonly [string, string | null])[] = [
    [texts.name, customer.name],
    [texts.email, customer.email],
    [portal.address, addressText],
    [texts.country, customer.country_code === null ? null : countryName(customer.country_code, locale.tag)],
    [texts.vatNumber, customer.vat_number],
    [referenceLabel(customer, locale), customer.e_invoicing?.buyer_reference ?? null],
    [texts.peppolId, peppolIdText(customer)],
  ];
  return (
    <dl class="sums">
      {rows
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
};

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly isWrong?: boolean;
  readonly maxLength: number;
  readonly type?: 'text' | 'email';
  readonly autocomplete: string;
  readonly set: (value: string) => void;
}

const Field = ({ id, label, value, isWrong = false, maxLength, type = 'text', autocomplete, set }: FieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      {...{ id, type, value, maxLength, autocomplete }}
      aria-invalid={isWrong}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  </div>
);

/** Only the changed fields: sending the unchanged email address would cancel a pending change of the address. */
const changesOf = (customer: Customer, entered: Entered): CustomerChanges => {
  const { name, email, country, buyerReference, peppolId, ...address } = entered;
  const savedAddress = customer.address ?? EMPTY_ADDRESS;
  const enteredAddress: Address = {
    line1: address.line1 || null,
    line2: address.line2 || null,
    postal_code: address.postalCode || null,
    city: address.city || null,
  };
  const isAddressChanged = (Object.keys(enteredAddress) as (keyof Address)[]).some((key) => enteredAddress[key] !== savedAddress[key]);
  const saved = customer.e_invoicing ?? NO_E_INVOICING;
  const isSettingChanged = buyerReference !== (saved.buyer_reference ?? '') || peppolId !== (peppolIdText(customer) ?? '');
  const settings: EInvoicing = {
    buyer_reference: buyerReference || null,
    electronic_address: peppolId === '' ? null : parsePeppolId(peppolId),
  };
  return {
    ...(name === (customer.name ?? '') ? {} : { name: name === '' ? null : name }),
    ...(email === '' || email === customer.email ? {} : { email }),
    ...(country === null || country === customer.country_code ? {} : { country_code: country }),
    ...(isAddressChanged ? { address: enteredAddress } : {}),
    ...(isSettingChanged ? { e_invoicing: settings } : {}),
  };
};

interface Entered {
  readonly name: string;
  readonly email: string;
  readonly line1: string;
  readonly line2: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string | null;
  readonly buyerReference: string;
  readonly peppolId: string;
}

const enteredFrom = (customer: Customer): Entered => {
  const { name, email, address, country_code: country, e_invoicing: settings } = customer;
  return {
    name: name ?? '',
    email: email ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    postalCode: address?.postal_code ?? '',
    city: address?.city ?? '',
    country,
    buyerReference: settings?.buyer_reference ?? '',
    peppolId: peppolIdText(customer) ?? '',
  };
};

interface BusinessFieldsProps extends ControllerProps {
  readonly entered: Entered;
  readonly set: (field: keyof Entered) => (value: string) => void;
}

/** The fields that e-invoices to businesses in the customer's country need, collapsed until something was entered. */
const BusinessFields = ({ controller: { portal, locale, problem }, entered, set }: BusinessFieldsProps) => {
  const { customer, e_invoicing_fields: fieldNames = [] } = portal;
  const isWrong = (name: string): boolean => problem?.section === 'details' && (problem.param ?? '').startsWith(`e_invoicing.${name}`);
  const limits = { maxLength: REFERENCE_MAX_LENGTH, autocomplete: 'off' };
  return fieldNames.length === 0 ? null : (
    <details class="business" open={entered.buyerReference !== '' || entered.peppolId !== ''}>
      <summary>{locale.texts.asBusiness}</summary>
      {fieldNames.includes('buyer_reference') ? (
        <Field
          id="buyer_reference"
          label={referenceLabel(customer, locale)}
          value={entered.buyerReference}
          isWrong={isWrong('buyer_reference')}
          set={set('buyerReference')}
          {...limits}
        />
      ) : null}
      {fieldNames.includes('electronic_address') ? (
        <Field
          id="electronic_address"
          label={locale.texts.peppolId}
          value={entered.peppolId}
          isWrong={isWrong('electronic_address')}
          set={set('peppolId')}
          {...limits}
        />
      ) : null}
    </details>
  );
};

const EditForm = ({ controller, close }: PanelProps) => {
  const { portal, calls, locale, act, isBusy, problem } = controller;
  const { customer } = portal;
  const { texts, portal: portalTexts } = locale;
  const [entered, setEntered] = useState(() => enteredFrom(customer));
  const [vatNumber, setVatNumber] = useState(customer.vat_number ?? '');
  const set = (field: keyof Entered) => (value: string) => setEntered({ ...entered, [field]: value });
  const isWrong = (param: string): boolean => problem?.section === 'details' && problem.param === param;
  const save = async (): Promise<void> => {
    const changes = changesOf(customer, entered);
    // The VAT number first: if the VAT service rejects it, nothing else is saved.
    if (vatNumber !== (customer.vat_number ?? '')) await calls.setVatNumber(vatNumber === '' ? null : vatNumber);
    if (Object.keys(changes).length > 0) await calls.update(changes);
  };
  const limits = { maxLength: NAME_MAX_LENGTH };
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await act('details', save, () => portalTexts.done.detailsSaved)) close();
      }}
    >
      <Field id="name" label={texts.name} value={entered.name} autocomplete="name" set={set('name')} {...limits} />
      <Field
        id="email"
        label={texts.email}
        type="email"
        value={entered.email}
        isWrong={isWrong('email')}
        maxLength={EMAIL_MAX_LENGTH}
        autocomplete="email"
        set={set('email')}
      />
      <Field id="line1" label={texts.street} value={entered.line1} autocomplete="address-line1" set={set('line1')} {...limits} />
      <Field id="line2" label={portalTexts.addition} value={entered.line2} autocomplete="address-line2" set={set('line2')} {...limits} />
      <Field
        id="postal"
        label={texts.postalCode}
        value={entered.postalCode}
        maxLength={POSTAL_CODE_MAX_LENGTH}
        autocomplete="postal-code"
        set={set('postalCode')}
      />
      <Field id="city" label={texts.city} value={entered.city} autocomplete="address-level2" set={set('city')} {...limits} />
      <CountryField
        {...{ locale }}
        country={entered.country}
        problem={null}
        setCountry={(country) => setEntered({ ...entered, country })}
      />
      <Field
        id="vat"
        label={texts.vatNumber}
        value={vatNumber}
        isWrong={isWrong('vat_number')}
        maxLength={VAT_NUMBER_MAX_LENGTH}
        autocomplete="off"
        set={setVatNumber}
      />
      <BusinessFields {...{ controller, entered, set }} />
      <PanelActions isBusy={isBusy} submitLabel={portalTexts.save} discard={{ label: texts.discard, close }} />
    </form>
  );
};

export const DetailsSection = ({ controller }: ControllerProps) => {
  const { portal, calls, locale, act, isBusy } = controller;
  const { customer, can_approve_email: canApprove } = portal;
  const { pending_email: pendingEmail } = customer;
  return (
    <SectionCard controller={controller} section="details" title={locale.texts.yourDetails}>
      {pendingEmail !== null && canApprove ? (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void act('details', calls.approveEmail, () => locale.portal.done.emailApproved)}
        >
          {locale.portal.approveEmail(pendingEmail)}
        </button>
      ) : null}
      {pendingEmail !== null && !canApprove ? <p class="notice">{locale.portal.pendingEmail(pendingEmail)}</p> : null}
      <DetailsList customer={customer} locale={locale} />
      {portal.limited ? null : <PanelButton label={locale.portal.edit}>{(close) => <EditForm {...{ controller, close }} />}</PanelButton>}
    </SectionCard>
  );
};
