import { expect } from 'vitest';
import { customerImportAggregate } from '../../shared/domain/customer-import/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { continueImport } from '../../shared/flows/customers/import.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import type { Scene, Stage } from './due-stage.ts';
import { uploaded, uploadedImport } from './import-stage.ts';

/** Test case of an import to be checked whose message was lost. */
export const customerImport = async ({ fixture }: Stage, tenant: Tenant): Promise<Scene> => {
  const { id } = await uploadedImport(fixture, tenant, [uploaded(2)]);
  return {
    key: objectKey(customerImportAggregate, tenant, id),
    handsOut: { to: 'customer-import', message: { ...tenant, importId: id } },
    worked: async (given, { message }) => {
      await continueImport(given, message, () => true);
      expect((await fixture.store.get(customerImportAggregate, tenant, id))?.record).toMatchObject({
        status: 'checked',
        lastStepAt: null,
      });
    },
  };
};
