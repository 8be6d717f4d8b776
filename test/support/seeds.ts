/**
 * Returns a seed that changes daily, for tests with generated input. Prints it; set the environment variable of this name to repeat the
 * input of another day.
 */
export const seedOfTheDay = (name: string): number => {
  const seed = Number(process.env[name] ?? `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}00`);
  process.stdout.write(`${name}=${seed}\n`);
  return seed;
};
