import { expect } from 'vitest';
import { customerImportAggregate } from '../../../shared/domain/customer-import/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { continueImport } from '../../../shared/flows/customers/import.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { buildRow, storeImport } from '../import-support.ts';
import type { DueCase, DueEnvironment } from './due-environment.ts';

/** Test case of an import that is not checked yet because its message was lost. */
export const customerImport = async ({ fixture }: DueEnvironment, tenant: Tenant): Promise<DueCase> => {
  const { id } = await storeImport(fixture, tenant, [buildRow(2)]);
  return {
    key: objectKey(customerImportAggregate, tenant, id),
    expectedDispatch: { to: 'customer-import', message: { ...tenant, importId: id } },
    processAndVerify: async (deps, { message }) => {
      await continueImport(deps, message, () => true);
      expect((await fixture.store.get(customerImportAggregate, tenant, id))?.record).toMatchObject({
        status: 'checked',
        lastStepAt: null,
      });
    },
  };
};
