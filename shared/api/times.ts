import * as v from 'valibot';

/** Unix seconds. Refuses times after the year 5138, which are milliseconds sent by mistake. */
export const seconds = v.pipe(
  v.number(),
  v.integer('must be an integer: Unix seconds.'),
  v.check((value) => Math.abs(value) < 1e11, 'must be Unix seconds; this looks like milliseconds.'),
);
