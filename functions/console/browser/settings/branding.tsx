import { useState } from 'preact/hooks';
import { hasScope } from '../app/calls.ts';
import { Await, Card, useRead } from '../app/parts.tsx';
import type { SessionProps } from '../app/session-props.ts';
import type { FormField, Values } from '../forms/forms.ts';
import { BrandingPreview } from '../forms/preview.tsx';
import { field, requiredField } from '../objects/actions/actions.ts';
import type { Row } from '../objects/rows.ts';
import { SavedForm, SharedByModes } from './account-setting.tsx';
import { contrastWarning } from './contrast-warning.ts';
import { EmailTexts } from './email-texts.tsx';
import { LogoUpload } from './logo-upload.tsx';

/** The branding of hosted pages, with a preview. */

const PATH = 'tenant/portal_branding';

/** The fields below the logo. */
const LOOK: readonly FormField[] = [
  field('display_name', 'Display name', 'text'),
  field('primary_color', 'Button color', 'color', { hint: 'Such as #0b57d0.', warning: contrastWarning }),
  field('background_color', 'Page background', 'color', { hint: "Leave empty to follow the buyer's light or dark setting." }),
];

/** The form's fields `plan_choice` and `plan_ids` together are the API's field `plans`. */
const PLAN_CHOICES = { same_product: 'Prices of the same product', all: 'All prices', selected: 'Selected prices' };

const LINKS_AND_PORTAL: readonly FormField[] = [
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
  requiredField('plan_ids', 'Selected prices', 'entities', { entity: 'prices', when: ({ plan_choice: choice }) => choice === 'selected' }),
];

const brandingForm = (row: Row): Row => {
  const { plans } = row;
  return Array.isArray(plans) ? { ...row, plan_choice: 'selected', plan_ids: plans } : { ...row, plan_choice: plans, plan_ids: [] };
};

/** The request body for the changed fields of the form. */
const brandingBody = ({ plan_choice: choice, plan_ids: ids, ...body }: Row): Row => {
  if (choice === 'same_product' || choice === 'all') return { ...body, plans: choice };
  return ids === undefined ? body : { ...body, plans: ids };
};

interface BrandingProps extends SessionProps {
  readonly current: Row;
  /** Called with the branding after it was changed. */
  readonly onChanged: (branding: Row) => void;
  /** Called with the entered values of a form. */
  readonly onEntered: (values: Values) => void;
}

const BrandingForms = ({ calls, onSignedOut, current, onChanged, onEntered }: BrandingProps) => {
  const formOf = (fields: readonly FormField[], label: string, message: string) => (
    <SavedForm
      {...{ fields, label, onSignedOut }}
      before={brandingForm(current)}
      onChange={onEntered}
      send={async (body) => {
        onChanged(await calls.post('live', PATH, brandingBody(body)));
        return message;
      }}
    />
  );
  const { logo_url: logoUrl } = current;
  return (
    <div>
      <SharedByModes />
      <LogoUpload logoUrl={typeof logoUrl === 'string' ? logoUrl : null} onSignedOut={onSignedOut} onChanged={onChanged} />
      {formOf(LOOK, 'Save', 'Branding saved.')}
      <Card title="Links and portal">
        <div class="body">{formOf(LINKS_AND_PORTAL, 'Save links and portal', 'Links and portal saved.')}</div>
      </Card>
      <EmailTexts onSignedOut={onSignedOut} />
    </div>
  );
};

export const Branding = (props: SessionProps) => {
  const { calls, session, onSignedOut } = props;
  const [changed, setChanged] = useState<Row | null>(null);
  const [entered, setEntered] = useState<Values>({});
  const read = useRead(() => calls.object('live', PATH), 'branding', onSignedOut);
  return (
    <Await read={read}>
      {(row) => {
        const current = changed ?? row;
        return (
          <div class="beside">
            {hasScope(session, 'tenant:write') ? (
              <BrandingForms
                {...props}
                current={current}
                onChanged={setChanged}
                onEntered={(values) => setEntered((others) => ({ ...others, ...values }))}
              />
            ) : (
              <p>Only owners and admins can change this.</p>
            )}
            <BrandingPreview name={session.account.name} branding={{ ...current, ...entered }} />
          </div>
        );
      }}
    </Await>
  );
};
