import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../contract/support/console.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const heading = (name: string) => desk.page.getByRole('heading', { name, exact: true });
const button = (name: string) => desk.page.getByRole('button', { name, exact: true });

describe('signing out', () => {
  it.each(['Sign out', 'Sign out everywhere'])('is told only where it was done: %s', async (name) => {
    const email = await desk.addMember('support');
    await desk.enter(email);
    const calls = /\/console\/session(\/sign_out_everywhere)?$/;
    let asked = 0;
    await desk.page.route(calls, (route) => {
      asked += 1;
      return asked === 1
        ? route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests. Try again in 7 seconds.' } } })
        : route.abort();
    });
    await button(name).click();
    await desk.page.getByRole('alert').getByText('Try again in 7 seconds.').waitFor();
    await heading('Overview').waitFor();
    await button(name).click();
    await expect.poll(() => button(name).getAttribute('aria-busy')).toBe('true');
    // What looks like a button that does nothing still can be pressed.
    await button(name).dispatchEvent('click');
    await desk.page.getByRole('alert').getByText('The service did not answer.').waitFor();
    // One press and its repetitions: the second press was none.
    expect(asked).toBe(1 + 4);
    await desk.page.unroute(calls);
    await button(name).click();
    await heading('You are not signed in').waitFor();
    expect(await desk.context.cookies()).toEqual([]);
  });

  it('is done where the session was over already', async () => {
    const email = await desk.addMember('support');
    await desk.enter(email);
    const other = await signIn(desk.served, desk.accountId, email);
    await other.call({ method: 'POST', path: 'session/sign_out_everywhere' });
    await button('Sign out').click();
    await heading('You are not signed in').waitFor();
  });
});
