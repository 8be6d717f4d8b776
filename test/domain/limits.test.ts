import { describe, expect, it } from 'vitest';
import * as limits from '../../shared/domain/limits.ts';

describe('the limits of the specification', () => {
  it.each<readonly [string, unknown, unknown]>([
    ['[LIM-01] [LIM-02] rows of a list', limits.LIST_LIMIT, { minimum: 1, maximum: 100, default: 10 }],
    ['[LIM-03] characters of a cursor', limits.CURSOR_MAX_LENGTH, 128],
    ['[LIM-04] characters of the parameter expand', limits.EXPAND_MAX_LENGTH, 256],
    ['[LIM-05] characters of the label of an API key', limits.API_KEY_LABEL_MAX_LENGTH, 255],
    ['[LIM-11] seconds between authorization checks of a stream', limits.EVENT_STREAM.authorizationCheck, 30],
    ['[LIM-14] days for which a portal link in a mail is valid', limits.MAILED_LINK_DAYS, 90],
    ['[LIM-15] trial days of a checkout session', limits.TRIAL_OVERRIDE_MAX_DAYS, 180],
    ['[LIM-16] [LIM-32] characters of a coupon code', limits.COUPON_CODE_MAX_LENGTH, 64],
    ['[LIM-21] [LIM-22] [LIM-23] metadata', limits.METADATA, { maxKeys: 50, keyMaxLength: 40, valueMaxLength: 500 }],
    ['[LIM-24] [LIM-25] [LIM-26] characters of a URL', limits.URL_MAX_LENGTH, 2083],
    ['[LIM-27] characters of an id of another object', limits.OBJECT_ID_MAX_LENGTH, 64],
    ['[LIM-28] characters of a card token', limits.CARD_TOKEN_MAX_LENGTH, 512],
    ['[LIM-29] characters of an issuer', limits.ISSUER_MAX_LENGTH, 64],
    ['[LIM-30] characters of a setup secret', limits.SETUP_SECRET_MAX_LENGTH, 256],
  ])('%s', (_name, limit, value) => {
    expect(limit).toEqual(value);
  });
});
