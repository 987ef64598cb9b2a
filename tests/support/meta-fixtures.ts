import { readdirSync, readFileSync } from 'node:fs';
import type { MetaAccount, MetaEvent, MetaUpdate } from '@prosa/functions/channels/meta/meta-update.ts';
import { splitDelivery } from '@prosa/functions/channels/meta/split-delivery.ts';
import { type InboundEvent, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';

/** Half a minute after the first event of each fixture. */
export const RECEIVED_AT = 1_795_200_030_000;

const folderOf = (channel: string): URL => new URL(`../fixtures/meta/${channel}/`, import.meta.url);

/** Returns the names of a channel's fixtures: one for each documented kind of update. */
export const fixturesOf = (channel: string): string[] =>
  readdirSync(folderOf(channel))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

/** Returns a fixture's delivery. */
export const deliveryOf = (channel: string, name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folderOf(channel)), 'utf8'));

const placed = (account: MetaAccount, event: MetaEvent): InboundEvent =>
  inboundEventSchema.parse({
    v: 1,
    companyId: 1,
    connectionId: 1,
    channel: account.channel,
    receivedAt: RECEIVED_AT,
    ...event,
  });

/**
 * Returns the events among updates, also those of old messages, as their queue gets them. Throws if one does not fit
 * the schema.
 */
export const placedEvents = (updates: readonly MetaUpdate[]): InboundEvent[] =>
  updates.flatMap((update) => {
    if (update.kind === 'event') return [placed(update.account, update.event)];
    if (update.kind !== 'history') return [];
    return update.messages.map(({ event }) => placed(update.account, event));
  });

const outcomeOf = (update: MetaUpdate): unknown => {
  if (update.kind === 'event') return update.event;
  if (update.kind === 'template' || update.kind === 'account') return update.news;
  if (update.kind === 'history') return update.messages;
  if (update.kind === 'history-refused') return update.kind;
  return update.kind === 'ignored' ? update.what : new Error(update.reason);
};

/** Returns what is read from a fixture: its events, and why other updates are none. */
export const readFixture = (channel: string, name: string): unknown[] =>
  splitDelivery(deliveryOf(channel, name), RECEIVED_AT).map(outcomeOf);

/** Values by which a hostile or careless sender might replace any field. */
const ODD: readonly unknown[] = [
  null,
  5,
  '',
  'x'.repeat(70_000),
  true,
  [],
  {},
  { id: { id: [] } },
  [null, 7],
];

type Step = string | number;

const pathsIn = (value: unknown, path: readonly Step[] = []): Step[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, one]) => [[...path, key], ...pathsIn(one, [...path, key])]);
};

const at = (value: unknown, path: readonly Step[]): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);

/** Returns copies of a value: for each place in it, one without it, and one for each odd value in it. */
export const brokenCopies = (value: unknown): { path: string; copy: unknown }[] =>
  pathsIn(value).flatMap((path) => {
    const key = path.at(-1) ?? '';
    const changed = (change: (parent: object) => void): { path: string; copy: unknown } => {
      const copy: unknown = structuredClone(value);
      change(Object(at(copy, path.slice(0, -1))));
      return { path: path.join('.'), copy };
    };
    return [
      changed((parent) => {
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else Reflect.deleteProperty(parent, key);
      }),
      ...ODD.map((odd) => changed((parent) => Reflect.set(parent, key, odd))),
    ];
  });
