/**
 * Returns a seed for generated input that changes daily, and prints `name=seed`. To repeat the input of another day, set the environment
 * variable `name` to the printed seed.
 */
export const seedOfTheDay = (name: string): number => {
  const seed = Number(process.env[name] ?? `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}00`);
  process.stdout.write(`${name}=${seed}\n`);
  return seed;
};
