/**
 * Returns a seed for generated input; the seed changes daily. Prints the seed as `NAME=seed`. To repeat the input of another day, set the
 * environment variable with this name to the seed that was printed on that day.
 */
export const seedOfTheDay = (name: string): number => {
  const seed = Number(process.env[name] ?? `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}00`);
  process.stdout.write(`${name}=${seed}\n`);
  return seed;
};
