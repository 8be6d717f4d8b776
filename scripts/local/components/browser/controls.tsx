import { useState } from 'preact/hooks';
import { Icon } from '../../../../functions/console/browser/app/icons.tsx';
import { Await } from '../../../../functions/console/browser/app/parts.tsx';
import { FieldRow } from '../../../../functions/console/browser/forms/form.tsx';
import type { EntityKind, FormField } from '../../../../functions/console/browser/forms/forms.ts';
import { MultiPicker, Picker } from '../../../../functions/console/browser/forms/picker.tsx';
import { field } from '../../../../functions/console/browser/objects/actions/actions.ts';
import { FieldError, ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { CUSTOMERS, LONG_NAME } from './answers.ts';
import type { ComponentSample } from './specimen.ts';

/** Buttons, fields and their errors. */

export const BUTTON: ComponentSample = {
  name: 'button',
  title: 'Button',
  specimens: [
    {
      name: 'enabled',
      content: (
        <div class="row">
          <button type="button">
            <Icon name="plus" />
            Create
          </button>
          <button type="button" class="quiet">
            Cancel
          </button>
          <button type="button" class="danger">
            Delete
          </button>
          <a class="button quiet" href="#button">
            View invoice
          </a>
          <button type="button" class="plain icon">
            <Icon name="close" />
            <span class="unseen">Close</span>
          </button>
        </div>
      ),
    },
    {
      name: 'disabled',
      content: (
        <div class="row">
          <button type="button" aria-disabled={true}>
            Create
          </button>
          <button type="button" class="quiet" aria-disabled={true}>
            Cancel
          </button>
          <button type="button" class="danger" aria-disabled={true}>
            Delete
          </button>
        </div>
      ),
    },
  ],
};

const Field = ({
  of,
  value: initial = '',
  problem = null,
}: {
  readonly of: FormField;
  readonly value?: string;
  readonly problem?: string | null;
}) => {
  const [value, set] = useState(initial);
  return <FieldRow field={of} {...{ value, problem, set }} />;
};

export const FORM_FIELD: ComponentSample = {
  name: 'form-field',
  title: 'Form fields',
  specimens: [
    { name: 'empty', content: <Field of={field('name', 'Name', 'text', { hint: 'Shown on invoices.' })} /> },
    { name: 'long text', content: <Field of={field('legal_name', 'Legal name', 'text')} value={LONG_NAME.repeat(2)} /> },
    {
      name: 'choice',
      content: <Field of={field('interval', 'Billing period', 'choice', { options: ['month', 'year'], isRequired: true })} value="month" />,
    },
    {
      name: 'selected',
      content: <Field of={field('events', 'Events', 'many', { options: ['invoice.paid', 'payment.failed'] })} value="invoice.paid" />,
    },
    { name: 'color', content: <Field of={field('primary_color', 'Primary color', 'color')} value="#f5c400" /> },
  ],
};

export const INLINE_ERROR: ComponentSample = {
  name: 'inline-error',
  title: 'InlineError',
  specimens: [
    {
      name: 'at a field',
      content: <Field of={field('amount', 'Amount', 'amount')} value="1,2,3" problem="Enter an amount, such as 12.50." />,
    },
    { name: 'without a field', content: <FieldError id="mistake-alone" text="Enter a name." /> },
    { name: 'of a form', content: <ProblemBox text="At most €58.31 of this payment can still be refunded." /> },
    { name: 'long text', content: <ProblemBox text={`No results for “${LONG_NAME}”.`} /> },
    { name: 'loading', content: <Await read={{ kind: 'reading' }}>{() => null}</Await> },
  ],
};

interface PickerSampleProps {
  readonly entity: EntityKind;
  readonly label: string;
  readonly value?: string;
}

const PickerSample = ({ entity, label, value: initial = '' }: PickerSampleProps) => {
  const [value, set] = useState(initial);
  const id = `sample-${label.replaceAll(' ', '-')}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Picker {...{ id, entity, value, set }} />
    </div>
  );
};

const MultiPickerSample = () => {
  const [values, setValues] = useState<readonly string[]>([CUSTOMERS.full]);
  return (
    <div class="field">
      <label for="sample-several">Customers</label>
      <MultiPicker id="sample-several" entity="customers" {...{ values, setValues }} />
    </div>
  );
};

const LIST = '.picker-list';

export const ENTITY_PICKER: ComponentSample = {
  name: 'entity-picker',
  title: 'EntityPicker',
  specimens: [
    { name: 'empty', content: <PickerSample entity="customers" label="Customer" /> },
    { name: 'selected', content: <PickerSample entity="customers" label="Selected customer" value={CUSTOMERS.full} /> },
    { name: 'several', content: <MultiPickerSample /> },
    { name: 'options, one long', content: <PickerSample entity="customers" label="Any customer" />, shows: LIST, isTall: true },
    { name: 'no options', content: <PickerSample entity="products" label="Product" />, shows: LIST, isTall: true },
    { name: 'loading', content: <PickerSample entity="prices" label="Price" />, shows: LIST, isTall: true },
    { name: 'error', content: <PickerSample entity="coupons" label="Coupon" />, shows: LIST, isTall: true },
  ],
};
