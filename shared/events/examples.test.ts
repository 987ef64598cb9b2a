import { describe, expect, it } from 'vitest';
import { EVENT_MAX_BYTES, EVENTS, type EventName } from './catalogue.ts';
import { eventName } from './event-name.ts';
import { EVENT_EXAMPLES } from './examples.ts';

const names = Object.keys(EVENTS).filter((name): name is EventName => Object.hasOwn(EVENT_EXAMPLES, name));

describe('event examples', () => {
  it('exist for every event', () => {
    expect(names).toEqual(Object.keys(EVENTS));
  });

  it.each(names)('of %s fit its schema exactly, and a frame', (name) => {
    const examples = EVENT_EXAMPLES[name];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(EVENTS[name].schema.parse(example)).toEqual(example);
      const frame = JSON.stringify({ event: eventName(2, name), data: example });
      expect(new TextEncoder().encode(frame).byteLength).toBeLessThan(EVENT_MAX_BYTES);
    }
  });
});
