import { useState } from 'preact/hooks';
import { reaches } from '../../../../shared/domain/account/record.ts';
import { addressOf, placeAt } from '../place.ts';
import { IMPORT } from '../screens.ts';
import type { Draft } from './draft.ts';
import { ImportPage } from './import-page.tsx';
import { ImportList, NEW } from './list.tsx';
import type { Props } from './parts.tsx';
import { Wizard } from './wizard.tsx';

/** Imports of customers: the former ones, a new one, and each by itself. */

const InTestMode = () => (
  <>
    <h1>Import</h1>
    <p>
      Customers are imported in test mode only. <a href={addressOf(placeAt('test', IMPORT))}>Go to imports in test mode</a>
    </p>
  </>
);

export const Imports = (props: Props) => {
  // Outlives the step from one place to the next: reports name what stands in the file as long as the page has it.
  const [draft, setDraft] = useState<Draft | null>(null);
  const { place, session } = props;
  const mayImport = reaches(session.member.role, 'admin');
  if (place.mode !== 'test') return <InTestMode />;
  if (place.id === null) return <ImportList key={place.after} {...props} mayImport={mayImport} begin={() => setDraft(null)} />;
  if (place.id !== NEW) return <ImportPage key={place.id} {...props} {...{ draft, mayImport }} />;
  return mayImport ? (
    <Wizard {...props} {...{ draft, setDraft }} />
  ) : (
    <>
      <h1>New import</h1>
      <p>Owners and admins import customers.</p>
    </>
  );
};
