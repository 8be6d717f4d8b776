/**
 * Preloaded with `NODE_OPTIONS=--import=...`, sets the clock of a process `CLOCK_SHIFT_SECONDS` ahead. Timers are unchanged.
 * Uses a proxy instead of a subclass, so that existing dates are still instances of `Date`.
 */
const aheadMs = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? 0) * 1000;
const realNowMs = Date.now;
const nowMs = () => realNowMs() + aheadMs;

if (aheadMs !== 0) {
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, newTarget) => Reflect.construct(date, args.length === 0 ? [nowMs()] : args, newTarget),
    apply: (date) => new date(nowMs()).toString(),
    get: (date, name) => (name === 'now' ? nowMs : Reflect.get(date, name)),
  });
}
