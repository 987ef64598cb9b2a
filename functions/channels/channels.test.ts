import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import {
  ADDABLE_CHANNELS,
  CHANNEL_CONNECTIONS,
  hasSession,
} from '@prosa/shared/rules/channel-connections.ts';
import { describe, expect, it } from 'vitest';
import { channelOf, takesCommands } from './channels.ts';

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
    expect(CHANNEL_CONNECTIONS[name].isAddable).toBe(true);
    expect(channelOf({ channel: name }).canSend, name).toBe(true);
  }
});
