import { useState } from 'preact/hooks';
import { goTo, hrefOf, objectRoute, type Route, routeTo } from './route.ts';
import { screenOfId } from './screens.ts';

/** The route for a query: an object id, a customer's email address or an invoice number; `null`: none of these. */
const targetOf = (query: string, { mode }: Route): Route | null => {
  const screen = screenOfId(query, mode);
  if (screen !== null) return objectRoute(mode, screen, query);
  if (query.includes('@')) return routeTo(mode, 'customers', { email: query });
  return /\d$/.test(query) ? routeTo(mode, 'invoices', { number: query }) : null;
};

export const Search = ({ route }: { readonly route: Route }) => {
  const [query, setQuery] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  return (
    <search>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault();
          const target = targetOf(query.trim(), route);
          setInvalid(target === null);
          if (target === null) return;
          setQuery('');
          if (hrefOf(target) !== location.hash) goTo(target);
        }}
      >
        <label for="search" class="unseen">
          Search by id, e-mail or invoice number
        </label>
        <input
          id="search"
          type="search"
          placeholder="Id, e-mail or number"
          autocomplete="off"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          {...(isInvalid ? { 'aria-invalid': true, 'aria-describedby': 'search-mistake' } : {})}
        />
        <button type="submit" class="quiet">
          Search
        </button>
        {isInvalid ? (
          <p class="mistake" id="search-mistake" role="alert">
            Give the id of an object, an e-mail address or the number of an invoice.
          </p>
        ) : null}
      </form>
    </search>
  );
};
