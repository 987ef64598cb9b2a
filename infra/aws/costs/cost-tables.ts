import {
  PRICED_REGIONS,
  PRICES,
  PRICES_SEEN,
  type PricedRegion,
  type PriceName,
  priceOf,
  UNKNOWN_FACTOR,
} from './prices.ts';
import {
  type CostLine,
  type CountedResources,
  idleLines,
  messageLines,
  RECEIVED_TEXT,
  SENT_TEXT,
  STORED_TEXT_BYTES,
} from './units.ts';

interface Cost {
  usd: number;
  /** Whether every price in the sum is known. */
  isKnown: boolean;
}

const isPriceName = (name: string): name is PriceName => Object.hasOwn(PRICES, name);
const usesOf = ({ uses }: CostLine): [PriceName, number][] =>
  Object.entries(uses).flatMap(([name, amount]): [PriceName, number][] =>
    isPriceName(name) && amount > 0 ? [[name, amount]] : [],
  );

/** Returns the cost of a line in a region. */
export const costOf = (line: CostLine, region: PricedRegion): Cost =>
  usesOf(line).reduce<Cost>(
    ({ usd, isKnown }, [name, amount]) => {
      const one = priceOf(name, region);
      return { usd: usd + amount * one.usd, isKnown: isKnown && one.isKnown };
    },
    { usd: 0, isKnown: true },
  );

const together = (lines: readonly CostLine[], region: PricedRegion): Cost => {
  const costs = lines.map((line) => costOf(line, region));
  return {
    usd: costs.reduce((sum, { usd }) => sum + usd, 0),
    isKnown: costs.every(({ isKnown }) => isKnown),
  };
};

const shown = ({ usd, isKnown }: Cost, digits = 2): string =>
  usd === 0 ? '–' : `${isKnown ? '' : '~ '}${usd.toFixed(digits)}`;
const bold = (text: string): string => `**${text}**`;
/** Rounds to three significant digits, because the amounts are no more exact. */
const rounded = (amount: number): string => String(Number(amount.toPrecision(3)));
const inUnits = (line: CostLine): string =>
  usesOf(line)
    .map(([name, amount]) => `${rounded(amount)} × ${PRICES[name].usd['us-east-1']} per ${PRICES[name].per}`)
    .join(', ');

/** Formats rows of texts as a Markdown table; each column is as wide as its widest cell. */
const table = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [
    lineOf(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...body.map(lineOf),
  ].join('\n');
};

const idleTable = (lines: readonly CostLine[]): string =>
  table([
    ['', 'Units, at the price of `us-east-1`', ...PRICED_REGIONS.map((region) => `\`${region}\``)],
    ...lines.map((line) => [
      line.what,
      inUnits(line),
      ...PRICED_REGIONS.map((region) => shown(costOf(line, region))),
    ]),
    [bold('Together'), '', ...PRICED_REGIONS.map((region) => bold(shown(together(lines, region), 0)))],
  ]);

const KINDS = { Received: messageLines(RECEIVED_TEXT), Sent: messageLines(SENT_TEXT) };

const messageTable = (): string => {
  const columns = Object.entries(KINDS).flatMap(([kind, lines]) =>
    PRICED_REGIONS.map((region) => ({ name: `${kind}, \`${region}\``, lines, region })),
  );
  return table([
    ['', ...columns.map(({ name }) => name)],
    ...KINDS.Received.map(({ what }, at) => [
      what,
      ...columns.map(({ lines, region }) => shown(costOf(lines[at] ?? { what, uses: {} }, region))),
    ]),
    [bold('Together'), ...columns.map(({ lines, region }) => bold(shown(together(lines, region), 0)))],
  ]);
};

/** Returns the total price of one unit of each of these names, per region. */
const oneOf = (...names: PriceName[]): string =>
  PRICED_REGIONS.map((region) => {
    const uses = Object.fromEntries(names.map((name) => [name, 1]));
    return `${shown(costOf({ what: '', uses }, region), 3)} in \`${region}\``;
  }).join(', ');

/** Returns the README's cost tables of an installation. */
export const costTables = (counted: CountedResources): string =>
  [
    `List prices in US dollars, without taxes, discounts and free tiers, as public pages gave them on ${PRICES_SEEN}: compare them with`,
    `AWS's own before you rely on them. \`~\` marks what has a price that is not known for the region, and is counted at`,
    `${UNKNOWN_FACTOR} times that of \`us-east-1\`.`,
    '',
    'Idle, a month:',
    '',
    idleTable(idleLines(counted)),
    '',
    'Per million texts of about ten words on existing tickets, five browsers watching:',
    '',
    messageTable(),
    '',
    'What depends on how much there is:',
    '',
    `- Storage, per GB and month: table with its backup ${oneOf('tableStorage', 'tableBackup')}; files`,
    `  ${oneOf('fileStorage')}. A text with its search words takes about ${STORED_TEXT_BYTES / 1000} kB.`,
    `- Open browsers, per million minutes: ${oneOf('socketMinutes')}.`,
    `- Calls of other systems, per million: ${oneOf('restCalls')}.`,
  ].join('\n');
