/**
 * Returns a required environment variable; throws at first use, so that a misconfigured function fails completely
 * instead of working partly.
 */
export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`environment variable ${name} is not set`);
  return value;
};

/**
 * Returns options to spread into an AWS client: the loopback endpoint and dummy credentials of the local stack, or
 * nothing.
 */
export const localEndpoint = (variable: string): { endpoint?: string } => {
  const endpoint = process.env[variable];
  return endpoint === undefined || endpoint === '' ? {} : { endpoint };
};
