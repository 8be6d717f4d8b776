/**
 * The first seed of the day, so that tests with generated input try other input each day. It is printed; the environment variable
 * of that name repeats the input of another day.
 */
export const seedOfTheDay = (name: string): number => {
  const seed = Number(process.env[name] ?? `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}00`);
  process.stdout.write(`${name}=${seed}\n`);
  return seed;
};
