import { useState } from 'preact/hooks';
import { addressOf, goTo, objectAt, type Place, placeAt } from './route.ts';
import { screenOfId } from './screens.ts';

/** Where what was typed leads: an id to its object, an address to its customers, a number to its invoice; `null`: nowhere. */
const placeOf = (typed: string, { mode }: Place): Place | null => {
  const screen = screenOfId(typed, mode);
  if (screen !== null) return objectAt(mode, screen, typed);
  if (typed.includes('@')) return placeAt(mode, 'customers', { email: typed });
  return /\d$/.test(typed) ? placeAt(mode, 'invoices', { number: typed }) : null;
};

export const Search = ({ place }: { readonly place: Place }) => {
  const [typed, setTyped] = useState('');
  const [isLost, setLost] = useState(false);
  return (
    <search>
      <form
        class="find"
        onSubmit={(event) => {
          event.preventDefault();
          const found = placeOf(typed.trim(), place);
          setLost(found === null);
          if (found === null) return;
          setTyped('');
          if (addressOf(found) !== location.hash) goTo(found);
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
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          {...(isLost ? { 'aria-invalid': true, 'aria-describedby': 'search-mistake' } : {})}
        />
        <button type="submit" class="quiet">
          Search
        </button>
        {isLost ? (
          <p class="mistake" id="search-mistake" role="alert">
            Give the id of an object, an e-mail address or the number of an invoice.
          </p>
        ) : null}
      </form>
    </search>
  );
};
