import { NEW_OBJECTS } from '../objects/actions/new-objects.ts';
import { hasScope, type Session } from './calls.ts';
import { objectRoute, type Route } from './route.ts';
import { screenAt } from './screens.ts';

/** The screens of the objects that members create without starting from another object. The links have this order. */
const OFFERED = [
  'customers',
  'products',
  'meters',
  'coupons',
  'tax_rates',
  'payment_links',
  'one_shot_payments',
  'webhook_endpoints',
  'api_keys',
  'test_clocks',
];

/** A link to the form for a new object. `title`: its action, such as "Create customer". `one`: the name of one object, in lower case. */
interface NewLink {
  readonly title: string;
  readonly one: string;
  readonly route: Route;
}

/** The forms for new objects that the member may use in this mode. */
export const newLinks = (session: Session, { mode }: Route): readonly NewLink[] =>
  OFFERED.flatMap((name) => {
    const [screen, action] = [screenAt(name, mode), NEW_OBJECTS[name]];
    if (screen === undefined || action === undefined || !hasScope(session, action.scope)) return [];
    return [{ title: action.title, one: screen.one, route: objectRoute(mode, name, 'new') }];
  });
