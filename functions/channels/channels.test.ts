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

  it('begins with a started WhatsApp session or disconnected, as the channel’s definition says', () => {
    const { started, status, calls } = channel.beginning(own);
    expect([started, status]).toEqual(isSession ? [true, 'OPENING'] : [false, 'DISCONNECTED']);
    const commands = calls.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
    expect(commands).toEqual(isSession ? [{ v: 1, ...own, type: 'start', fresh: false }] : []);
  });

  it('gets session commands in one order, and none if the channel has no sessions', () => {
    const calls = channel.lifeCycle({ v: 1, ...own, type: 'stop', logout: true });
    expect(calls.map(({ groupId }) => groupId)).toEqual(isSession ? ['7:3'] : []);
  });

  it('takes commands if the channel can send and any WhatsApp session is started', () => {
    expect(takesCommands({ channel: name, started: true })).toBe(channel.canSend);
    expect(takesCommands({ channel: name, started: false })).toBe(channel.canSend && !isSession);
  });
});

it('managers can only add connections of channels whose start commands have a worker', () => {
  expect(ADDABLE_CHANNELS).not.toEqual([]);
  for (const name of ADDABLE_CHANNELS) {
    expect(channelOf({ channel: name }).canSend, name).toBe(true);
  }
});

it('the queue of a credentials channel gets the commands that every channel supports, in order per contact', () => {
  const sending = defineChannel({ ...facebook, queueOf: () => 'meta-webhooks' });
  const to = [{ kind: 'psid', value: '10' } as const];
  const content = { kind: 'text', text: 'Olá' } as const;
  const message = { messageId: 'm', attempt: 1, waitsUntil: 1, to, content } as const;
  const { queue, groupId, body } = sending.call({ v: 1, ...own, type: 'send', ...message }, 9);
  expect([queue, groupId]).toEqual(['meta-webhooks', '7:3:9']);
  expect(channelCommandSchema.parse(JSON.parse(body))).toMatchObject({ type: 'send', content });
  expect(sending.lifeCycle({ v: 1, ...own, type: 'restart' })).toEqual([]);
});

it('commands for WhatsApp sessions are not commands of every channel', () => {
  for (const command of [{ type: 'start' }, { type: 'stop' }, { type: 'restart' }]) {
    expect(channelCommandSchema.safeParse({ v: 1, ...own, ...command }).success).toBe(false);
    expect(sessionCommandSchema.safeParse({ v: 1, ...own, ...command }).success).toBe(true);
  }
});
