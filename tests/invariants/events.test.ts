import { EVENT_MAX_BYTES, EVENTS, type EventName } from '@prosa/shared/events/catalogue.ts';
import { EVENT_GROUPS } from '@prosa/shared/events/event-groups.ts';
import { createNameReader, formatName } from '@prosa/shared/events/event-name.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nodesBelow, nodesOf } from './support/syntax.ts';

const isName = (text: string): text is EventName => Object.hasOwn(EVENTS, text);
const names = Object.keys(EVENTS).filter(isName);
const groupOf = (name: EventName): string =>
  Object.entries(EVENT_GROUPS).find(([, rows]) => Object.hasOwn(rows, name))?.[0] ?? '';

/** The largest possible ids. */
const PARAMS = new Proxy<Record<string, number>>({}, { get: () => Number.MAX_SAFE_INTEGER });
const readName = createNameReader(EVENTS);

/** Returns the schemas of an event's shapes: one per kind of action. */
const variantsOf = (schema: z.ZodType): readonly z.core.$ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options : [schema];

const reducerFiles = new Map(
  sourceFiles('frontend/features')
    .filter(({ path }) => path.endsWith('/live-events.ts'))
    .map((file) => [file.path, file]),
);
/** Returns the reducer of an event in its feature's file. */
const reducerOf = (name: EventName): Node | undefined => {
  const file = reducerFiles.get(`frontend/features/${groupOf(name)}/live-events.ts`);
  const property = (file === undefined ? [] : nodesOf(file)).find(
    ({ type, key }) => type === 'Property' && isNode(key) && key.name === name,
  );
  return isNode(property?.value) ? property.value : undefined;
};

describe.each(names)('event %s', (name) => {
  const { schema, examples, fit, audience, name: template } = EVENTS[name];

  it('has a unique name that contains its parameters', () => {
    const text = formatName<string>(template, PARAMS);
    expect(template.replace(/\{\w+\}/g, '')).not.toMatch(/\d/);
    expect(template).not.toContain('}{');
    expect(readName(text)).toMatchObject({ key: name });
    expect(formatName<string>(template, readName(text)?.params ?? {})).toBe(text);
  });

  it('has an example of every shape, which fits its schema and a frame', () => {
    for (const variant of variantsOf(schema))
      expect(examples.filter((example) => z.safeParse(variant, example).success)).not.toEqual([]);
    for (const example of examples) {
      expect(schema.parse(example)).toEqual(example);
      expect(example).toHaveProperty('action');
      const frame = JSON.stringify({ event: formatName<string>(template, PARAMS), data: example });
      expect(Buffer.byteLength(frame)).toBeLessThan(EVENT_MAX_BYTES);
    }
  });

  it('declares its audience', () => {
    expect(['company', 'admins', 'managers', 'ticket', 'room', 'users']).toContain(audience.kind);
    expect('of' in audience).toBe(audience.kind === 'users');
  });

  it('declares how it fits into a frame', () => {
    const isReference = (value: unknown) =>
      z.safeParse(z.object({ action: z.literal('reference') }), value).success;
    if ('bounded' in fit) {
      expect(fit.bounded).toMatch(/\w+ \w+/);
      expect(examples.filter(isReference)).toEqual([]);
    } else {
      expect(examples.filter(isReference)).toHaveLength(1);
    }
  });

  it('is created by a decision', () => {
    const deciders = sourceFiles('functions/domain/events').filter(({ text }) =>
      text.includes(`name: '${name}'`),
    );
    expect(deciders.map(({ path }) => path)).not.toEqual([]);
  });

  it('changes the cache or refetches in its feature of the browser', () => {
    const reducer = reducerOf(name);
    expect(reducer).toBeDefined();
    const calls = nodesBelow(reducer).filter(({ type }) => type === 'CallExpression');
    expect(calls).not.toEqual([]);
  });
});

describe('registry of events', () => {
  it('has every event once, in one group', () => {
    expect(
      Object.values(EVENT_GROUPS)
        .flatMap((rows) => Object.keys(rows))
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  it('has reducers for known groups only', () => {
    const known = Object.keys(EVENT_GROUPS).map((group) => `frontend/features/${group}/live-events.ts`);
    expect([...reducerFiles.keys()].toSorted()).toEqual(known.toSorted());
  });
});
