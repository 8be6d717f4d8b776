import { describe, expect, it } from 'vitest';
import { mintExportResume, readExportResume } from '../../shared/api/reports/export-resume.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { EXPORT_SECONDS } from '../../shared/flows/accounts/export.ts';

const tenant: Tenant = { accountId: 'acct_1', mode: 'test' };
const [formerPepper, currentPepper] = [
  { version: '1', value: 'former pepper' },
  { version: '2', value: 'current pepper' },
] as const;
const moment = { tenant, fence: 1_234_567, generatedAtMs: Date.UTC(2026, 0, 1) };
const endMs = moment.generatedAtMs + EXPORT_SECONDS * 1000;
const token = mintExportResume([formerPepper], moment);

describe('the token that resumes an export', () => {
  it('contains the point in time of the export, and is refused after it expires', () => {
    expect(readExportResume([formerPepper], tenant, token, endMs - 1)).toEqual(moment);
    const expired = expect.objectContaining({ code: 'parameter_invalid', param: 'resume', message: expect.stringContaining('24 hours') });
    expect(() => readExportResume([formerPepper], tenant, token, endMs)).toThrow(expired);
  });

  it('is valid after a new pepper was added, and invalid after the pepper that signed it was removed', () => {
    expect(readExportResume([currentPepper, formerPepper], tenant, token, moment.generatedAtMs)).toEqual(moment);
    expect(() => readExportResume([currentPepper], tenant, token, moment.generatedAtMs)).toThrow('`resume` must be');
  });

  it.each<[string, Tenant, string]>([
    ['of another account', { ...tenant, accountId: 'acct_2' }, token],
    ['of the other mode', { ...tenant, mode: 'live' }, token],
    ['with a later point in time', tenant, token.replace(moment.generatedAtMs.toString(36), (moment.generatedAtMs + 1).toString(36))],
    ['with another log number', tenant, token.replace(moment.fence.toString(36), '1')],
    ['without a signature', tenant, token.slice(0, -65)],
    ['of another format', tenant, 'cus_1'],
  ])('%s is refused as invalid', (_what, reader, changed) => {
    const refused = expect.objectContaining({
      code: 'parameter_invalid',
      param: 'resume',
      message: expect.stringMatching(/must be the value/),
    });
    expect(() => readExportResume([formerPepper], reader, changed, moment.generatedAtMs)).toThrow(refused);
  });

  it('of another account is refused as invalid, not as expired, after its expiry', () => {
    expect(() => readExportResume([formerPepper], { ...tenant, accountId: 'acct_2' }, token, endMs)).toThrow('must be the value');
  });
});
