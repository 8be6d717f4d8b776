import { isAtLeastRole } from '../../../../shared/domain/account/record.ts';
import { Card } from '../app/parts.tsx';
import { hrefOf, routeTo } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { Export } from '../settings/export-section.tsx';
import { ImportPage } from './import-page.tsx';
import { ImportList } from './list.tsx';
import { type DraftProps, NEW_IMPORT } from './parts.tsx';
import { Wizard } from './wizard.tsx';

const LiveMode = (props: DraftProps) => (
  <>
    <div class="title">
      <h1>Import and export</h1>
    </div>
    <Export {...props} />
    <Card title="Import">
      <div class="body">
        <p>
          Customers can be imported in test mode only. <a href={hrefOf(routeTo('test', IMPORT))}>Import in test mode</a>
        </p>
      </div>
    </Card>
  </>
);

export const Imports = (props: DraftProps) => {
  const { route, session } = props;
  const mayImport = isAtLeastRole(session.member.role, 'admin');
  if (route.mode !== 'test') return <LiveMode {...props} />;
  if (route.id === null) return <ImportList key={route.after} {...props} mayImport={mayImport} />;
  if (route.id !== NEW_IMPORT) return <ImportPage key={route.id} {...props} mayImport={mayImport} />;
  return mayImport ? (
    <Wizard {...props} />
  ) : (
    <>
      <h1>Import customers</h1>
      <p>Only owners and admins can import customers.</p>
    </>
  );
};
