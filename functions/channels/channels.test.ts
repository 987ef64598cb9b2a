import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';
import { describe, expect, it } from 'vitest';
import { channelOf, takesCommands } from './channels.ts';
import { driverOf } from './drivers.ts';
import { facebook } from './facebook/facebook.ts';
import { whatsapp } from './whatsapp/whatsapp.ts';

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

  it('takes commands if its WhatsApp session is started, or always if the channel has no sessions', () => {
    expect(takesCommands({ channel: name, started: true })).toBe(true);
    expect(takesCommands({ channel: name, started: false })).toBe(!isSession);
  });

  it('has a driver if the channel has no sessions', () => {
    expect(driverOf({ channel: name }) === undefined).toBe(isSession);
  });
});

it('the queue of a credentials channel gets the commands that every channel supports, in order per contact', () => {
  const to = [{ kind: 'psid', value: '10' } as const];
  const content = { kind: 'text', text: 'Olá' } as const;
  const message = { messageId: 'm', attempt: 1, waitsUntil: 1, to, content } as const;
  const { queue, groupId, body } = facebook.call({ v: 1, ...own, type: 'send', ...message }, 9);
  expect([queue, groupId]).toEqual(['channel-commands', '7:3:9']);
  expect(facebook.inBulk.call({ v: 1, ...own, type: 'send', ...message }, 9).queue).toBe('channel-bulk');
  expect(channelCommandSchema.parse(JSON.parse(body))).toMatchObject({ type: 'send', content });
  expect(facebook.lifeCycle({ v: 1, ...own, type: 'restart' })).toEqual([]);
});

it.each([
  [facebook, /^7:fetch:\d$/],
  [whatsapp, /^7:3:9:fetch$/],
] as const)('a question for a profile delays no message to the contact (%#)', (channel, group) => {
  const person = { kind: 'phone', value: '5511988887777' } as const;
  const question = { v: 1, ...own, type: 'fetch-profile', contactId: 9, person } as const;
  expect(channel.call(question, 9).groupId).toMatch(group);
});

it('commands for WhatsApp sessions are not commands of every channel', () => {
  for (const command of [{ type: 'start' }, { type: 'stop' }, { type: 'restart' }]) {
    expect(channelCommandSchema.safeParse({ v: 1, ...own, ...command }).success).toBe(false);
    expect(sessionCommandSchema.safeParse({ v: 1, ...own, ...command }).success).toBe(true);
  }
});
