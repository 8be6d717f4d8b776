import { useState } from 'preact/hooks';
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, VAT_NUMBER_MAX_LENGTH } from '../../../shared/domain/limits.ts';
import { CountryField } from '../../../shared/pages/browser/parts.tsx';
import type { Customer, Details } from './calls.ts';
import { Choices, Opener, Part } from './parts.tsx';
import type { Said } from './texts.ts';
import type { Acting } from './use-portal.ts';

/** Who the customer is, for mail and for invoices. */

type Address = NonNullable<Customer['address']>;

const NOWHERE: Address = { line1: null, line2: null, postal_code: null, city: null };

const countryName = (code: string, { tag: locale }: Said): string =>
  new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;

const Shown = ({ customer, said }: { readonly customer: Customer; readonly said: Said }) => {
  const { texts, portal } = said;
  const { line1, line2, postal_code: postalCode, city } = customer.address ?? NOWHERE;
  const place = [line1, line2, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const rows: readonly (readonly [string, string | null])[] = [
    [texts.name, customer.name],
    [texts.email, customer.email],
    [portal.address, place],
    [texts.country, customer.country_code === null ? null : countryName(customer.country_code, said)],
    [texts.vatNumber, customer.vat_number],
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

/** What differs from before, and nothing else: an address is mailed to only when it is another one. */
const changesOf = (before: Customer, entered: Entered): Details => {
  const { name, email, country, ...address } = entered;
  const kept = before.address ?? NOWHERE;
  const given: Address = {
    line1: address.line1 || null,
    line2: address.line2 || null,
    postal_code: address.postalCode || null,
    city: address.city || null,
  };
  const isMoved = (Object.keys(given) as (keyof Address)[]).some((key) => given[key] !== kept[key]);
  return {
    ...(name === (before.name ?? '') ? {} : { name: name === '' ? null : name }),
    ...(email === '' || email === before.email ? {} : { email }),
    ...(country === null || country === before.country_code ? {} : { country_code: country }),
    ...(isMoved ? { address: given } : {}),
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
}

const enteredFrom = ({ name, email, address, country_code: country }: Customer): Entered => ({
  name: name ?? '',
  email: email ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postal_code ?? '',
  city: address?.city ?? '',
  country,
});

const Edit = ({ acting, close }: { readonly acting: Acting; readonly close: () => void }) => {
  const { portal, calls, said, act, isBusy, problem } = acting;
  const { customer } = portal;
  const { texts, portal: strings } = said;
  const [entered, setEntered] = useState(() => enteredFrom(customer));
  const [vatNumber, setVatNumber] = useState(customer.vat_number ?? '');
  const set = (field: keyof Entered) => (value: string) => setEntered({ ...entered, [field]: value });
  const isWrong = (param: string): boolean => problem?.section === 'details' && problem.param === param;
  const save = async (): Promise<void> => {
    const changes = changesOf(customer, entered);
    // The number first: it may be refused, and is checked elsewhere.
    if (vatNumber !== (customer.vat_number ?? '')) await calls.setVatNumber(vatNumber === '' ? null : vatNumber);
    if (Object.keys(changes).length > 0) await calls.update(changes);
  };
  const lines = { maxLength: NAME_MAX_LENGTH };
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await act('details', save)) close();
      }}
    >
      <Field id="name" label={texts.name} value={entered.name} autocomplete="name" set={set('name')} {...lines} />
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
      <Field id="line1" label={strings.street} value={entered.line1} autocomplete="address-line1" set={set('line1')} {...lines} />
      <Field id="line2" label={strings.addition} value={entered.line2} autocomplete="address-line2" set={set('line2')} {...lines} />
      <Field
        id="postal"
        label={strings.postalCode}
        value={entered.postalCode}
        maxLength={32}
        autocomplete="postal-code"
        set={set('postalCode')}
      />
      <Field id="city" label={strings.city} value={entered.city} autocomplete="address-level2" set={set('city')} {...lines} />
      <CountryField country={entered.country} problem={null} locale={said} setCountry={(country) => setEntered({ ...entered, country })} />
      <Field
        id="vat"
        label={texts.vatNumber}
        value={vatNumber}
        isWrong={isWrong('vat_number')}
        maxLength={VAT_NUMBER_MAX_LENGTH}
        autocomplete="off"
        set={setVatNumber}
      />
      <Choices isBusy={isBusy} go={strings.save} stay={{ label: texts.discard, close }} />
    </form>
  );
};

export const DetailsPart = ({ acting }: { readonly acting: Acting }) => {
  const { portal, calls, said, act, isBusy } = acting;
  const { customer, can_approve_email: canApprove } = portal;
  const { pending_email: pending } = customer;
  return (
    <Part acting={acting} section="details" title={said.texts.yourDetails}>
      {pending !== null && canApprove ? (
        <button type="button" aria-disabled={isBusy} onClick={() => void act('details', calls.approveEmail)}>
          {said.portal.approveEmail(pending)}
        </button>
      ) : null}
      {pending !== null && !canApprove ? <p class="notice">{said.portal.pendingEmail(pending)}</p> : null}
      <Shown customer={customer} said={said} />
      {portal.limited ? null : <Opener label={said.portal.edit}>{(close) => <Edit {...{ acting, close }} />}</Opener>}
    </Part>
  );
};
