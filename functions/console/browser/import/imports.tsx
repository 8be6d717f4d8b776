import { includesRole } from '../../../../shared/domain/account/record.ts';
import { hrefOf, routeTo } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { ImportPage } from './import-page.tsx';
import { ImportList, NEW_IMPORT } from './list.tsx';
import type { DraftProps } from './parts.tsx';
import { Wizard } from './wizard.tsx';

const InTestMode = () => (
  <>
    <h1>Import</h1>
    <p>
      Customers are imported in test mode only. <a href={hrefOf(routeTo('test', IMPORT))}>Go to imports in test mode</a>
    </p>
  </>
);

export const Imports = (props: DraftProps) => {
  const { route, session } = props;
  const mayImport = includesRole(session.member.role, 'admin');
  if (route.mode !== 'test') return <InTestMode />;
  if (route.id === null) return <ImportList key={route.after} {...props} mayImport={mayImport} />;
  if (route.id !== NEW_IMPORT) return <ImportPage key={route.id} {...props} mayImport={mayImport} />;
  return mayImport ? (
    <Wizard {...props} />
  ) : (
    <>
      <h1>New import</h1>
      <p>Owners and admins import customers.</p>
    </>
  );
};
