import { reaches } from '../../../../shared/domain/account/record.ts';
import { addressOf, placeAt } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { ImportPage } from './import-page.tsx';
import { ImportList, NEW } from './list.tsx';
import type { DraftProps } from './parts.tsx';
import { Wizard } from './wizard.tsx';

/** The import screens: list, new import and the page of an import. */

const InTestMode = () => (
  <>
    <h1>Import</h1>
    <p>
      Customers are imported in test mode only. <a href={addressOf(placeAt('test', IMPORT))}>Go to imports in test mode</a>
    </p>
  </>
);

export const Imports = (props: DraftProps) => {
  const { place, session } = props;
  const mayImport = reaches(session.member.role, 'admin');
  if (place.mode !== 'test') return <InTestMode />;
  if (place.id === null) return <ImportList key={place.after} {...props} mayImport={mayImport} />;
  if (place.id !== NEW) return <ImportPage key={place.id} {...props} mayImport={mayImport} />;
  return mayImport ? (
    <Wizard {...props} />
  ) : (
    <>
      <h1>New import</h1>
      <p>Owners and admins import customers.</p>
    </>
  );
};
