import { ticketExample } from '@prosa/shared/events/tickets.ts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { LiveContext } from '../../lib/live/live-reducers.ts';
import { readEvent } from '../../lib/live/read-event.ts';
import { sessionExample } from '../../lib/session/session-example.ts';
import { createEventApplier } from './apply-events.ts';

const COMPANY = 2;
const heard = (name: string, data: unknown) => {
  const event = readEvent(COMPANY, name, data);
  if (event === undefined) throw new Error(`${name} is no event of the company`);
  return event;
};
const read = (version: number) =>
  heard('company-2-ticket', { action: 'updateUnread', ticketId: 12, version });
const gone = (id: number) => heard('company-2-contact', { action: 'delete', contactId: id });

const setUp = () => {
  const applied: string[] = [];
  const failures: unknown[] = [];
  const arriving = Promise.withResolvers<void>();
  const load = vi.fn(() => arriving.promise);
  const user = vi.fn((): LiveContext | null => ({ client: new QueryClient(), user: sessionExample }));
  const { apply, forget } = createEventApplier({
    context: user,
    contained: (work) => {
      try {
        work();
      } catch (error) {
        failures.push(error);
      }
    },
    load: async (name) => {
      if (name === 'contact') {
        return { contact: (_context, { data }) => applied.push(`contact ${data.action}`) };
      }
      await load();
      return {
        ticket: (_context, { data }) => {
          if (data.action !== 'updateUnread') throw new Error('another action');
          applied.push(`ticket ${data.version}`);
        },
      };
    },
  });
  return { apply, forget, applied, failures, load, arrive: arriving.resolve, fail: arriving.reject, user };
};

describe('event applier', () => {
  it("queues events in order until their feature's reducers are loaded, together with later events of other features", async () => {
    const its = setUp();
    its.apply(gone(31));
    await vi.waitFor(() => expect(its.applied).toEqual(['contact delete']));
    its.apply(read(1));
    its.apply(gone(32));
    its.apply(read(2));
    expect(its.applied).toHaveLength(1);
    its.arrive();
    await vi.waitFor(() =>
      expect(its.applied).toEqual(['contact delete', 'ticket 1', 'contact delete', 'ticket 2']),
    );
    its.apply(read(3));
    expect(its.applied.at(-1)).toBe('ticket 3');
    expect(its.load).toHaveBeenCalledOnce();
    expect(its.failures).toEqual([]);
  });

  it('refetches when reducers cannot be loaded, and loads them again with the next event', async () => {
    const its = setUp();
    its.load.mockRejectedValueOnce(new Error('a newer version was put in its place'));
    its.apply(read(1));
    await vi.waitFor(() => expect(its.failures).toHaveLength(1));
    its.arrive();
    its.apply(read(2));
    await vi.waitFor(() => expect(its.applied).toEqual(['ticket 2']));
  });

  it('drops queued events and refetches when more than 500 wait', async () => {
    const its = setUp();
    for (let version = 1; version <= 502; version++) its.apply(read(version));
    expect(its.failures).toHaveLength(1);
    its.arrive();
    await vi.waitFor(() => expect(its.applied).toEqual(['ticket 1', 'ticket 502']));
  });

  it('drops the events that wait when the connection has opened again, and applies those after it in order', async () => {
    const its = setUp();
    its.apply(read(1));
    its.apply(gone(31));
    its.forget();
    its.apply(read(2));
    its.apply(gone(32));
    its.arrive();
    await vi.waitFor(() => expect(its.applied).toEqual(['ticket 2', 'contact delete']));
    expect(its.failures).toEqual([]);
  });

  it('ignores events after the user has signed out, and continues after an event that throws', async () => {
    const its = setUp();
    its.apply(heard('company-2-ticket', { action: 'create', ticket: ticketExample }));
    its.apply(read(1));
    its.arrive();
    await vi.waitFor(() => expect(its.applied).toEqual(['ticket 1']));
    expect(its.failures).toEqual([new Error('another action')]);
    its.user.mockReturnValue(null);
    its.apply(read(2));
    expect(its.applied).toEqual(['ticket 1']);
  });
});

describe('readEvent', () => {
  it.each([
    ['another company', 'company-3-ticket', { action: 'updateUnread', ticketId: 12, version: 1 }],
    ['an unknown event', 'company-2-ghost', { action: 'update' }],
    ['another shape', 'company-2-ticket', { action: 'updateUnread' }],
    ['no data', 'company-2-ticket', null],
  ])('drops a frame with %s', (_what, name, data) => {
    expect(readEvent(COMPANY, name, data)).toBeUndefined();
  });
});
