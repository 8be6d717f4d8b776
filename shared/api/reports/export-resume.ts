import type { Tenant } from '../../domain/tenant.ts';
import { EXPORT_SECONDS, type ExportMoment, isExpired } from '../../flows/accounts/export.ts';
import type { Pepper } from '../../platform/credentials.ts';
import { isSigned, signatureOf } from '../../platform/signatures.ts';
import { ApiError } from '../errors/errors.ts';
import { EXPORT_RESUME } from '../serve/http.ts';

/** Lifetime of a token in hours, for messages. */
const TOKEN_HOURS = EXPORT_SECONDS / 3600;

/** `xpt_<fence>_<time>_<signature>`; fence (the last log number that the export shows) and time are in base 36. */
const FORMAT = /^xpt_([0-9a-z]{1,11})_([0-9a-z]{1,11})_([0-9a-f]{64})$/;

/** The account and mode are signed, but not part of the token: a token of another account or mode is refused like a forged one. */
const payloadOf = ({ accountId, mode }: Tenant, fence: string, generatedAt: string): string =>
  `${accountId}:${mode}:${fence}:${generatedAt}`;

/** Creates the token that resumes an export. It contains the signed point in time, so it is not stored. */
export const mintExportResume = (peppers: readonly Pepper[], { tenant, fence, generatedAtMs }: ExportMoment): string => {
  const [fenceText, timeText] = [fence.toString(36), generatedAtMs.toString(36)];
  return `xpt_${fenceText}_${timeText}_${signatureOf(peppers, 'export-resume', payloadOf(tenant, fenceText, timeText))}`;
};

/** Returns the point in time that a token contains. Throws 400 if the token is expired, or was not created for this account and mode. */
export const readExportResume = (peppers: readonly Pepper[], tenant: Tenant, token: string, nowMs: number): ExportMoment => {
  const [, fence = '', generatedAt = '', signature = ''] = FORMAT.exec(token) ?? [];
  if (!isSigned(peppers, 'export-resume', payloadOf(tenant, fence, generatedAt), signature))
    throw invalid(`\`resume\` must be the value of the header ${EXPORT_RESUME} of an export of this account and mode.`);
  const moment = { tenant, fence: Number.parseInt(fence, 36), generatedAtMs: Number.parseInt(generatedAt, 36) };
  if (isExpired(moment, nowMs)) throw invalid(`\`resume\` expired: an export can be resumed for ${TOKEN_HOURS} hours. Start a new export.`);
  return moment;
};

const invalid = (message: string): ApiError => new ApiError('parameter_invalid', { message, param: 'resume' });
