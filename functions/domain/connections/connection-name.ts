/** Characters of a connection's name, as its contract limits them. */
const NAME_MIN = 2;
const NAME_MAX = 50;

/**
 * Returns a name for a connection from the provider's name of its account: cut to the limit, and with a number if it is
 * taken.
 */
export const connectionNameOf = (given: string, isTaken: (name: string) => boolean): string => {
  const base = given.trim().slice(0, NAME_MAX).trim().padEnd(NAME_MIN, '.');
  let name = base;
  for (let number = 2; isTaken(name); number++) {
    const suffix = ` ${number}`;
    name = `${base.slice(0, NAME_MAX - suffix.length)}${suffix}`;
  }
  return name;
};
