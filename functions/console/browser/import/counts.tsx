/** A row of labeled numbers. */
export const Counts = ({ counts }: { readonly counts: readonly (readonly [title: string, count: number])[] }) => (
  <dl class="stats">
    {counts.map(([title, count]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{count}</dd>
      </div>
    ))}
  </dl>
);
