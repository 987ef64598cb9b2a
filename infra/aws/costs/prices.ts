/** Day on which the list prices were read from public pages; without tax, discounts and free tiers. */
export const PRICES_SEEN = '2026-11-22';

export const PRICED_REGIONS = ['us-east-1', 'sa-east-1'] as const;
export type PricedRegion = (typeof PRICED_REGIONS)[number];

interface Price {
  /**
   * Price of one unit in US dollars; undefined where it was not looked up. Traffic from the edge is priced by the
   * users' location.
   */
  usd: Record<PricedRegion, number | undefined>;
  /** The unit, in the words of the table. */
  per: string;
}

const price = (per: string, usEast1: number, saEast1: number | undefined): Price => ({
  usd: { 'us-east-1': usEast1, 'sa-east-1': saEast1 },
  per,
});

/** List prices of everything that AWS bills. Source: https://aws.amazon.com/pricing, one page per service. */
export const PRICES = {
  hostCpu: price('vCPU hour', 0.03238, 0.0557),
  hostMemory: price('GB hour', 0.00356, 0.00612),
  address: price('hour', 0.005, 0.005),
  fileSystem: price('GB and month', 0.3, undefined),
  registry: price('GB and month', 0.1, 0.1),
  firewallList: price('month', 5, 5),
  firewallRule: price('month', 1, 1),
  firewallCalls: price('million', 0.6, 0.6),
  secret: price('month', 0.4, 0.4),
  key: price('month', 1, 1),
  alarm: price('month', 0.1, undefined),
  zone: price('month', 0.5, 0.5),
  queueCalls: price('million', 0.4, 0.4),
  fifoCalls: price('million', 0.5, undefined),
  tableWrites: price('million', 0.625, undefined),
  tableReads: price('million', 0.125, undefined),
  tableStorage: price('GB and month', 0.25, undefined),
  tableBackup: price('GB and month', 0.2, undefined),
  fileStorage: price('GB and month', 0.023, undefined),
  functionTime: price('million GB s', 13.3334, 13.3334),
  functionCalls: price('million', 0.2, 0.2),
  traces: price('million', 5, undefined),
  logs: price('GB', 0.5, 0.9),
  logStorage: price('GB and month', 0.03, 0.0408),
  httpCalls: price('million', 1, undefined),
  restCalls: price('million', 3.5, undefined),
  socketMessages: price('million', 1, undefined),
  socketMinutes: price('million', 0.25, undefined),
  edgeCalls: price('million', 1, undefined),
  edgeFunctions: price('million', 0.1, 0.1),
  edgeTraffic: price('GB', 0.085, 0.11),
  traffic: price('GB', 0.09, 0.15),
} as const satisfies Record<string, Price>;
export type PriceName = keyof typeof PRICES;

/**
 * Estimate for an unknown price, as a multiple of the price in `us-east-1`. Of the known prices for `sa-east-1`, a
 * third are the same and the others are 1.3 to 1.8 times as high.
 */
export const UNKNOWN_FACTOR = 1.5;

/**
 * Returns the price of one unit in US dollars. `isKnown` is false if the region's price is estimated from that of
 * us-east-1.
 */
export const priceOf = (name: PriceName, region: PricedRegion): { usd: number; isKnown: boolean } => {
  const { usd }: Price = PRICES[name];
  const known = usd[region];
  return known === undefined
    ? { usd: (usd['us-east-1'] ?? 0) * UNKNOWN_FACTOR, isKnown: false }
    : { usd: known, isKnown: true };
};
