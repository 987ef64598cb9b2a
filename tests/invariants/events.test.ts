import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS, type EventName } from '@prosa/shared/events/catalogue.ts';
import { eventName } from '@prosa/shared/events/event-name.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { exampleOf } from '../support/schema-example.ts';
import { ROOT, sourceFiles } from './support/source-files.ts';

const AUDIENCES = ['ticket', 'room', 'company', 'managers', 'user'];
/** What each kind of event does in the browser. */
const HANDLERS = 'frontend/app/live/event-handlers.ts';

const isName = (text: string): text is EventName => Object.hasOwn(EVENTS, text);
const names = Object.keys(EVENTS).filter(isName);

/** The shapes an event may have: one per kind of action. */
const variantsOf = (name: EventName): readonly z.core.$ZodType[] => {
  const { schema } = EVENTS[name];
  return schema instanceof z.ZodUnion ? schema.options : [schema];
};

describe.each(names)('event %s', (name) => {
  it('has an example of every shape, which its schema reads back', () => {
    const variants = variantsOf(name);
    expect(variants.length).toBeGreaterThan(0);
    for (const variant of variants) {
      const example = exampleOf(variant, 1, true);
      expect(EVENTS[name].schema.safeParse(example)).toMatchObject({ success: true });
      expect(EVENTS[name].schema.parse(example)).toHaveProperty('action');
    }
  });

  it('says who hears it', () => {
    expect(AUDIENCES).toContain(EVENTS[name].audience);
  });

  it('is decided somewhere', () => {
    const deciders = sourceFiles('functions/domain/events').filter(({ text }) =>
      text.includes(`name: '${name}'`),
    );
    expect(deciders.map(({ path }) => path)).not.toEqual([]);
  });

  it('changes the cache or fetches anew in the browser', () => {
    const handlers = readFileSync(join(ROOT, HANDLERS), 'utf8');
    const body = new RegExp(`^ {2}${name}: \\([^)]*\\) =>([\\s\\S]*?)(?=^ {2}\\w+: \\(|^\\};)`, 'm').exec(
      handlers,
    )?.[1];
    expect(body).toMatch(/apply\w+Event|put\w+\(|replace\w+\(|invalidateSoon\(|renew\w+\(/);
  });

  it('is named after its company', () => {
    expect(eventName(7, name)).toBe(`company-7-${name}`);
  });
});
