import { Await, Card, useRead } from '../app/parts.tsx';
import { hrefOf, routeTo } from '../app/route.ts';
import { expandOf, screenAt } from '../app/screens.ts';
import { Rows, type ScreenProps } from './lists.tsx';

const RELATED_SIZE = '5';

/**
 * A card with the newest objects of the list `name` that belong to the page's object. `by`: the field of the listed objects that contains
 * the id of the page's object.
 */
export const RelatedList = ({
  screenProps,
  name,
  by,
}: {
  readonly screenProps: ScreenProps;
  readonly name: string;
  readonly by: string;
}) => {
  const { calls, route, onSignedOut } = screenProps;
  const screen = screenAt(name, route.mode);
  const listRoute = routeTo(route.mode, name, { [by]: route.id ?? '' });
  const query = new URLSearchParams({ ...listRoute.filters, limit: RELATED_SIZE, ...(screen === undefined ? {} : expandOf(screen)) });
  const read = useRead(() => calls.page(route.mode, screen?.path ?? name, query), hrefOf(listRoute), onSignedOut);
  if (screen === undefined) return null;
  const [nameColumn, ...others] = screen.columns;
  // Omits the columns of this page's object and of the customer: each would show the same in every row.
  const isRepeated = (field: string): boolean =>
    field === by || ['customer_id', 'buyer.name', 'customer.name', 'payment_id'].includes(field);
  const columns = isRepeated(nameColumn.name) ? others : [nameColumn, ...others.filter((column) => !isRepeated(column.name))];
  return (
    <Card title={screen.title} action={read.kind === 'read' && read.value.has_more ? <a href={hrefOf(listRoute)}>View all</a> : null}>
      <Await read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="body soft">No {screen.title.toLowerCase()} yet.</p>
          ) : (
            <Rows {...{ data, screen, columns, onSignedOut }} />
          )
        }
      </Await>
    </Card>
  );
};
