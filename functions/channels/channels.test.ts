import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import { ADDABLE_CHANNELS, channelSchema } from '@prosa/shared/messaging/identity.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';
import { describe, expect, it } from 'vitest';
import { defineChannel } from './channel.ts';
import { channelOf, takesCommands } from './channels.ts';
import { facebook } from './facebook/facebook.ts';

const own = { companyId: 7, connectionId: 3 };

describe.each(channelSchema.options)('a connection of %s', (name) => {
  const channel = channelOf({ channel: name });
  const isSession = hasSession({ channel: name });

  it('begins with a started session or disconnected without one, as the channel’s row says', () => {
    const { started, status, calls } = channel.beginning(own);
    expect([started, status]).toEqual(isSession ? [true, 'OPENING'] : [false, 'DISCONNECTED']);
    const commands = calls.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
    expect(commands).toEqual(isSession ? [{ v: 1, ...own, type: 'start', fresh: false }] : []);
  });

  it('is asked for its session’s life in one order, and for nothing without a session', () => {
    const calls = channel.lifeCycle({ v: 1, ...own, type: 'stop', logout: true });
    expect(calls.map(({ groupId }) => groupId)).toEqual(isSession ? ['7:3'] : []);
  });

  it('takes commands where the channel sends and its session, if it has any, is started', () => {
    expect(takesCommands({ channel: name, started: true })).toBe(channel.canSend);
    expect(takesCommands({ channel: name, started: false })).toBe(channel.canSend && !isSession);
  });
});

it('managers add connections of channels that can carry out what begins them', () => {
  expect(ADDABLE_CHANNELS).not.toEqual([]);
  for (const name of ADDABLE_CHANNELS) {
    expect(channelOf({ channel: name }).canSend, name).toBe(true);
  }
});

it('a channel of credentials that names a queue gets there, in the order of each contact, what every channel understands', () => {
  const sending = defineChannel({ ...facebook, queueOf: () => 'meta-webhooks' });
  const to = [{ kind: 'psid', value: '10' } as const];
  const content = { kind: 'text', text: 'Olá' } as const;
  const message = { messageId: 'm', attempt: 1, waitsUntil: 1, to, content } as const;
  const { queue, groupId, body } = sending.call({ v: 1, ...own, type: 'send', ...message }, 9);
  expect([queue, groupId]).toEqual(['meta-webhooks', '7:3:9']);
  expect(channelCommandSchema.parse(JSON.parse(body))).toMatchObject({ type: 'send', content });
  expect(sending.lifeCycle({ v: 1, ...own, type: 'restart' })).toEqual([]);
});

it('what only a session understands is no command of every channel', () => {
  for (const command of [{ type: 'start' }, { type: 'stop' }, { type: 'restart' }]) {
    expect(channelCommandSchema.safeParse({ v: 1, ...own, ...command }).success).toBe(false);
    expect(sessionCommandSchema.safeParse({ v: 1, ...own, ...command }).success).toBe(true);
  }
});
