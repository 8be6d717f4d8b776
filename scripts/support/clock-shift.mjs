/**
 * Preloaded (`NODE_OPTIONS=--import=...`), it lets the clock of a process stand `CLOCK_SHIFT_SECONDS` ahead. Timers run as ever.
 * A proxy rather than a subclass, so that dates made elsewhere are still instances of `Date`.
 */
const aheadMs = Number(process.env['CLOCK_SHIFT_SECONDS'] ?? 0) * 1000;
const readMs = Date.now;
const nowMs = () => readMs() + aheadMs;

if (aheadMs !== 0) {
  globalThis.Date = new Proxy(Date, {
    construct: (date, given, asked) => Reflect.construct(date, given.length === 0 ? [nowMs()] : given, asked),
    apply: (date) => new date(nowMs()).toString(),
    get: (date, name) => (name === 'now' ? nowMs : Reflect.get(date, name)),
  });
}
